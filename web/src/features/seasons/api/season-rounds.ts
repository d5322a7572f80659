import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { formatAway } from '../../../ui/time/format.ts'
import { clockIn, inUtc } from '../../../ui/time/zoned-time.ts'
import { isLockedAt } from '../../tipping/api/tip-card-state.ts'

const DAY_MS = 86_400_000
/** How long before its first day a round may have locked races, in ms; further ahead its races are not read. */
const NEAR_MS = 14 * DAY_MS

/** A round with its weekend. */
export type SeasonRound = Season['weekends'][number] & { weekend: Weekend }

export type OwnRound = OwnSeason['weekends'][number]

/** Returns the rounds of a season in order, without those whose weekend is not loaded. */
export const roundsOf = (season: Season, weekends: readonly Weekend[]): SeasonRound[] => {
  const weekendsById = new Map(weekends.map((weekend) => [weekend.id, weekend]))
  return season.weekends.flatMap((round) => {
    const weekend = weekendsById.get(round.weekendId)
    return weekend ? [{ ...round, weekend }] : []
  })
}

export const isToCome = ({ weekend }: SeasonRound): boolean => weekend.status !== 'completed'

/**
 * Returns the round with which the season is shared: the one on now, else the latest completed one by date. Undefined
 * before the first.
 */
export const roundToShare = (rounds: readonly SeasonRound[]): SeasonRound | undefined =>
  rounds.find(({ weekend }) => weekend.status === 'live') ??
  rounds
    .filter((round) => !isToCome(round))
    .toSorted((a, b) => a.weekend.startDate.localeCompare(b.weekend.startDate) || a.round - b.round)
    .at(-1)

/** Whether a round to come is so near that a race of it may have locked. */
export const isNear = (round: SeasonRound, now: number): boolean =>
  isToCome(round) && inUtc(round.weekend.startDate).valueOf() - now < NEAR_MS

/** The races of a round, before which a joker locks: all but practice. */
const lockingRaces = (races: readonly Race[]): Race[] => races.filter(({ sessionType }) => sessionType !== 'practice')

/**
 * Whether a joker can no longer be played in a round, taken back from it or moved away: its first race has locked, or it
 * is completed. Without its races only the latter is known.
 */
export const isJokerLocked = (round: SeasonRound, races: readonly Race[] | undefined, now: number): boolean =>
  !isToCome(round) ||
  lockingRaces(races ?? []).some(
    ({ locked, deadline, status }) =>
      locked || status !== 'upcoming' || (deadline !== null && Date.parse(deadline) <= now),
  )

/** Returns the moment at which jokers of a round lock; undefined while no race of it has a time. */
export const jokerLocksAt = (races: readonly Race[] | undefined): string | undefined =>
  lockingRaces(races ?? [])
    .flatMap(({ deadline }) => deadline ?? [])
    .toSorted()[0]

const firstStart = (races: readonly Race[] | undefined): number =>
  Math.min(
    ...(races ?? []).flatMap(({ scheduledStart }) => (scheduledStart === null ? [] : Date.parse(scheduledStart))),
  )

/** Whether the days of a round are over in its time zone, whatever its status. */
export const isPast = ({ weekend }: SeasonRound, now: number): boolean =>
  weekend.endDate < clockIn(now, weekend.timeZone).format('YYYY-MM-DD')

const hasStarted = (races: readonly Race[] | undefined): boolean =>
  (races ?? []).some(({ status }) => status !== 'upcoming')

/**
 * Whether a round takes tips, as far as the screen knows: it is announced, and a race of it is open. Of a round that is not
 * near the races are unknown (`isKnown` false): none of them can have locked.
 */
export const takesTips = (
  round: SeasonRound,
  { races, isKnown, now }: { races: readonly Race[] | undefined; isKnown: boolean; now: number },
): boolean =>
  isOpenToAll(round.weekend) &&
  isToCome(round) &&
  (!isKnown || lockingRaces(races ?? []).some((race) => !isLockedAt(race, now)))

/**
 * Says how far away a round to come is: `in 3 h` by its first session if that is near, else `in 12 days`, `tomorrow`; `on now`
 * from its first session on, whatever the times say.
 */
export const timeToRound = ({ weekend }: SeasonRound, races: readonly Race[] | undefined, now: number): string => {
  const start = firstStart(races)
  const today = clockIn(now, weekend.timeZone).format('YYYY-MM-DD')
  if (hasStarted(races)) return weekend.endDate >= today ? 'on now' : 'awaiting results'
  if (start > now && start - now < DAY_MS) return formatAway(start, now)
  const days = inUtc(weekend.startDate).diff(inUtc(today), 'day')
  if (days > 1) return `in ${days} days`
  if (days === 1) return 'tomorrow'
  return weekend.endDate >= today ? 'on now' : 'awaiting results'
}

/** Whether the fan takes part: before the first points participants have no position, but all of them can win. */
export const takesPart = ({ position, canWin }: Pick<OwnSeason, 'position' | 'canWin'>): boolean =>
  position !== null || canWin

/** The index of the row beside the fan's: the one above, for the leader the one below; null without a position. */
export const rivalIndex = ({ position }: Pick<OwnSeason, 'position'>): number | null => {
  if (position === null) return null
  return position === 1 ? 1 : position - 2
}
