import { type RaceFacts, type Remaining, remainingRaces } from './recompute-chances.ts'
import {
  isAfterDeletion,
  isBeforeJoining,
  multiplied,
  positionIn,
  type RecordedSeason,
  type Result,
  type Round,
  resultsOf,
  roundsOf,
} from './recompute-season.ts'

/*
 * Recomputes what a member can still reach in the season of a group, in plain steps: it tries every way to play the
 * jokers that are left, and writes out the leaderboard for every podium of the last race.
 */

type Facts = Pick<RaceFacts, 'cancelled'> & {
  /** The cars that are not out, by weekend and category. */
  cars: ReadonlyMap<number, RaceFacts['cars']>
  /** How many jokers the season gives, and where each member has played theirs, in all its weekends. */
  jokers: number
  played: ReadonlyMap<string, readonly number[]>
  /** Weekends whose jokers all may see. */
  visible: ReadonlySet<number>
  adminUserId: string
}

type Expected = {
  maxReachable: number | null
  canWin: boolean
  clinched: boolean
  podiums: { total: number; win: number; top3: number } | null
}

type Open = { round: Round; remaining: Remaining[] }
/** Of whom the maximum is: the viewer, another member, or a newcomer (`userId` null). */
type Person = { userId: string | null; view: 'own' | 'rival' }

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const subsets = <T>([first, ...others]: T[], most: number): T[][] => {
  if (first === undefined) return [[]]
  return subsets(others, most).flatMap((each) => (each.length < most ? [each, [first, ...each]] : [each]))
}

/** The most points of a round by tipping; null for a participant without a tip there who cannot get one. */
const byTip = ({ round, remaining }: Open, { userId, view }: Person): number | null => {
  const own = userId === null ? undefined : round.board.get(userId)
  const counts = ({ isLocked, hasVisiblePicks, carOf }: Remaining): boolean =>
    !isLocked || (view === 'rival' && !hasVisiblePicks) || (userId !== null && carOf(userId) !== undefined)
  const paid = remaining.filter(counts).map(({ first }) => first)
  if (own) return own.points + sum(paid)
  const mayTip = remaining.some(({ isLocked }) => !isLocked) || (view === 'rival' && sum(paid) > 0)
  return mayTip ? sum(paid) : null
}

const maximumOf = (season: RecordedSeason, rounds: Open[], person: Person, facts: Facts): number => {
  const { userId, view } = person
  const played = (userId === null ? [] : (facts.played.get(userId) ?? [])).filter(
    (weekendId) => view === 'own' || facts.visible.has(weekendId),
  )
  const isBefore = ({ round }: Open): boolean =>
    userId === null
      ? season.group?.lateJoiners === 'none' &&
        round.lastLock !== null &&
        (round.isCompleted || round.areAllLocksKnown) &&
        round.lastLock <= round.scenario.now
      : isBeforeJoining(round, userId, season) || isAfterDeletion(round, userId, season)
  const left = rounds.filter((each) => !isBefore(each) && (each.round.hasResult || each.remaining.length > 0))
  const takesPart = rounds.some((each) => !isBefore(each) && byTip(each, person) !== null)
  const pointsOf = (each: Open, isDoubled: boolean): number => {
    const { round, remaining } = each
    const tipped = byTip(each, person)
    const isMissed = takesPart && (userId === null || !round.board.has(userId))
    const given = season.missedWeekend === 'zero' ? 0 : round.given + sum(remaining.map(({ first }) => first))
    return Math.max(
      isMissed ? multiplied(given, round.multiplier, 1) : 0,
      tipped === null ? 0 : multiplied(tipped, round.multiplier, isDoubled ? 2 : 1),
    )
  }
  const isFixed = ({ round }: Open): boolean => round.areJokersLocked || round.isCompleted
  const isFree = (each: Open): boolean => !isFixed(each) && byTip(each, person) !== null
  const hasPlayed = ({ round }: Open): boolean => played.includes(round.weekendId)
  const movable = rounds.filter((each) => hasPlayed(each) && !isFixed(each)).length
  const ways = subsets(left.filter(isFree), Math.max(0, facts.jokers - played.length) + movable)
  const totals = ways.map((doubled) => {
    const values = left.map((each) => pointsOf(each, doubled.includes(each) || (hasPlayed(each) && isFixed(each))))
    return sum(values.sort((a, b) => b - a).slice(0, season.countBest ?? values.length))
  })
  return Math.max(0, ...totals)
}

/** The leaderboard once the last race has this podium: all rounds are over. */
const afterPodium = (
  season: RecordedSeason,
  weekendId: number,
  raceId: number,
  podium: readonly number[],
): Result[] => {
  const weekends = [...season.weekends].map(([id, weekend]) => {
    const races = weekend.scenario.races.map((race) => (race.raceId === raceId ? { ...race, podium } : race))
    const scenario = id === weekendId ? { ...weekend.scenario, races } : weekend.scenario
    return [id, { ...weekend, scenario, isCompleted: true }] as const
  })
  return resultsOf({ ...season, weekends: new Map(weekends) })
}

/** What `viewer`, a member of the group, can still reach. */
export const recomputeSeasonChances = (season: RecordedSeason, viewer: string, facts: Facts): Expected => {
  const rounds = roundsOf(season).map((round): Open => {
    const { scope, scenario } = round
    return {
      round,
      remaining: scope
        ? remainingRaces(scenario, scope, {
            cancelled: facts.cancelled,
            cars: facts.cars.get(round.weekendId) ?? new Map(),
          })
        : [],
    }
  })
  const hasRace = ({ round, remaining }: Open): boolean =>
    remaining.length > 0 || round.lastLock !== null || !round.areAllLocksKnown
  const isUnscheduled = rounds.some((each) => !each.round.isCompleted && !hasRace(each))
  if (isUnscheduled) return { maxReachable: null, canWin: true, clinched: false, podiums: null }
  const isVisible = ({ userId, isHidden }: Result): boolean =>
    userId !== viewer && (!isHidden || viewer === facts.adminUserId)
  const results = resultsOf(season)
  const own = results.find(({ userId }) => userId === viewer)
  if (!own) throw new Error(`${viewer} is no member`)
  const rivals = results.filter(isVisible)
  const maxReachable = maximumOf(season, rounds, { userId: viewer, view: 'own' }, facts)
  const maxima = rivals.map(({ userId }) => maximumOf(season, rounds, { userId, view: 'rival' }, facts))
  if (rounds.some(({ remaining }) => remaining.some(({ isLocked }) => !isLocked)))
    maxima.push(maximumOf(season, rounds, { userId: null, view: 'own' }, facts))

  const all = rounds.flatMap(({ round, remaining }) => remaining.map((race) => ({ round, ...race })))
  const [last] = all
  if (!last || all.length > 1 || !last.isLocked || !last.hasVisiblePicks || last.cars.length < 3)
    return {
      maxReachable,
      canWin: rivals.every(({ totalPoints }) => totalPoints <= maxReachable),
      clinched: [...maxima, ...rivals.map(({ totalPoints }) => totalPoints)].every((most) => most < own.totalPoints),
      podiums: null,
    }
  const podiums = { total: 0, win: 0, top3: 0 }
  for (const first of last.cars)
    for (const second of last.cars)
      for (const third of last.cars) {
        if (new Set([first, second, third]).size < 3) continue
        const after = afterPodium(season, last.round.weekendId, last.race.raceId, [first, second, third])
        const position = positionIn(after.filter(isVisible), after.find(({ userId }) => userId === viewer) ?? own)
        podiums.total += 1
        podiums.win += Number(position === 1)
        podiums.top3 += Number(position <= 3)
      }
  return { maxReachable, canWin: podiums.win > 0, clinched: podiums.win === podiums.total, podiums }
}
