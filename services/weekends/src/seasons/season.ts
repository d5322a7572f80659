import type {
  CreateSeasonBody,
  PatchSeasonBody,
  Round,
  RoundsBody,
  Season,
} from '@purple-sector/contracts/weekends/seasons'
import { conflict, notFound } from '@purple-sector/service-kit/errors'

/** A stored season. */
export type StoredSeason = Omit<Season, 'createdAt'> & {
  createdAt: Date
  /** When an administrator completed it; null while it is not. */
  completedAt: Date | null
}
export type NewSeason = Omit<StoredSeason, 'id' | 'version' | 'createdAt'>

/** Which weekends of a season have a counting race that has locked. */
export type LockedWeekends = ReadonlySet<number>

export const seasonReply = ({ completedAt: _, createdAt, ...season }: StoredSeason): Season => ({
  ...season,
  createdAt: createdAt.toISOString(),
})

/** The state of a season as its event publishes it. */
export const seasonState = (season: StoredSeason, deleted = false) => ({
  ...seasonReply(season),
  completedAt: season.completedAt?.toISOString() ?? null,
  deleted,
})

export const seasonNotFound = () => notFound('SEASON_NOT_FOUND', 'There’s no such season.')

const completedAt = (status: Season['status'], before: Date | null, now: Date): Date | null =>
  status === 'completed' ? (before ?? now) : null

/** Builds a new season, without weekends (docs/rules.md, Seasons). */
export const newSeason = (body: CreateSeasonBody, now: Date): NewSeason => ({
  ...body,
  weekends: [],
  completedAt: completedAt(body.status, null, now),
})

/** Throws 409 `SEASON_STARTED` unless there is a reason, or no counting race of the season has locked. */
export const assertReasonGiven = (locked: LockedWeekends, reason: string | undefined): void => {
  if (locked.size > 0 && reason === undefined)
    throw conflict('SEASON_STARTED', 'This season has started. Say why you are changing it.')
}

const RULES = ['countBest', 'missedWeekend', 'jokers'] as const

const hasOtherRules = (before: StoredSeason, after: StoredSeason): boolean =>
  RULES.some((rule) => after[rule] !== before[rule])

/** Applies the sent fields. Throws 409 `SEASON_STARTED` for a rule that changes without a reason after the first lock. */
export const changedSeason = (
  season: StoredSeason,
  { reason, ...body }: PatchSeasonBody,
  { locked, now }: { locked: LockedWeekends; now: Date },
): StoredSeason => {
  const status = body.status ?? season.status
  const changed: StoredSeason = {
    ...season,
    name: body.name ?? season.name,
    year: body.year ?? season.year,
    countBest: body.countBest === undefined ? season.countBest : body.countBest,
    missedWeekend: body.missedWeekend ?? season.missedWeekend,
    jokers: body.jokers ?? season.jokers,
    status,
    completedAt: completedAt(status, season.completedAt, now),
  }
  if (hasOtherRules(season, changed)) assertReasonGiven(locked, reason)
  return changed
}

/** Returns the rounds in the order that was sent; a round without a multiplier keeps its own, a new one has 1. */
export const roundsOf = (current: readonly Round[], body: RoundsBody): Round[] => {
  const multipliers = new Map(current.map(({ weekendId, multiplier }) => [weekendId, multiplier]))
  return body.map(({ weekendId, multiplier }, index) => ({
    weekendId,
    round: index + 1,
    multiplier: multiplier ?? multipliers.get(weekendId) ?? 1,
  }))
}

/** Whether a multiplier changes, or a weekend with a locked counting race leaves or changes its round. */
const touchesRacing = (current: readonly Round[], next: readonly Round[], locked: LockedWeekends): boolean => {
  const nextById = new Map(next.map((round) => [round.weekendId, round]))
  return current.some(({ weekendId, round, multiplier }) => {
    const after = nextById.get(weekendId)
    if (after && after.multiplier !== multiplier) return true
    return locked.has(weekendId) && after?.round !== round
  })
}

/**
 * Throws 409 `SEASON_STARTED` for a change of rounds that needs a reason and has none: another multiplier after the first
 * lock of the season, or a weekend with a locked counting race that leaves or changes its round.
 */
export const assertRoundsChangeable = (
  current: readonly Round[],
  next: readonly Round[],
  locked: LockedWeekends,
  reason: string | undefined,
): void => {
  if (touchesRacing(current, next, locked)) assertReasonGiven(locked, reason)
}

/** Whether a change needs a reason, and so is announced to all participants. */
export const isAnnounced = (before: StoredSeason, after: StoredSeason, locked: LockedWeekends): boolean =>
  locked.size > 0 && (hasOtherRules(before, after) || touchesRacing(before.weekends, after.weekends, locked))

/** Returns the rounds without a weekend, numbered again. */
export const withoutWeekend = (rounds: readonly Round[], weekendId: number): Round[] =>
  rounds.filter((round) => round.weekendId !== weekendId).map((round, index) => ({ ...round, round: index + 1 }))
