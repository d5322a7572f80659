import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import type { Round } from '@purple-sector/contracts/weekends/seasons'
import {
  type CompetitionRound,
  countRounds,
  missedPointsOf,
  type OwnRound,
  type SeasonRules,
  scoreOf,
  seasonPointsOf,
  type Tippers,
} from '../seasons/season-points.ts'
import { maxReachable, type RemainingRace, rivalMaximum, type WeekendOrder } from './weekend-competition.ts'

/** A round of a season in one competition; `races` are its remaining ones. */
export type SeasonRound = Round & {
  startDate: string
  isCompleted: boolean
  /** Whether a counting race has a result in force. */
  hasResult: boolean
  hasCountingRace: boolean
  races: readonly RemainingRace[]
  /** When the last counting race locks, as an ISO instant; null while one has no lock. `isOver`: it has locked. */
  lastLockAt: string | null
  isOver: boolean
  /** Whether no joker can be played there any more. */
  areJokersLocked: boolean
  /** The best visible standing of the weekend's leaderboard; null without points. */
  leader: WeekendOrder | null
  /** Who tipped; needed where missed weekends are given the lowest or the average. */
  tippers: Tippers
}

/** `lateJoiners`: what rounds that were over before a participant joined are; in the open competition `missed`. */
export type SeasonState = {
  rules: SeasonRules
  lateJoiners: 'none' | 'missed'
  isGroup: boolean
  jokers: number
  rounds: readonly SeasonRound[]
}

/** A round of a participant; `order` is null without a tip in this competition and weekend. */
export type ParticipantRound = {
  order: WeekendOrder | null
  isBeforeJoining: boolean
  /** The locked remaining races in which their tip has a car that is not out. */
  racesWithCar: ReadonlySet<number>
}

/**
 * A participant with one element per round; `jokers` are the weekends of those that the reader may see. A hidden
 * one wins no weekend, because they have no position.
 */
export type SeasonParticipant = { rounds: readonly ParticipantRound[]; jokers: readonly number[]; isHidden: boolean }

/** Whose maximum it is: one's own, or that of a rival, whose tips are secret until the picks are visible. */
type Viewpoint = 'own' | 'rival'

export const sameOrder = (a: WeekendOrder, b: WeekendOrder | null): boolean =>
  b !== null && a.every((value, index) => value === b[index])

const missedPoints = (rules: SeasonRules, { tippers }: SeasonRound): number =>
  missedPointsOf(rules.missedWeekend, tippers)

const competitionRound = (rules: SeasonRules, round: SeasonRound): CompetitionRound => ({
  ...round,
  missedPoints: missedPoints(rules, round),
})

export const ownRounds = ({ rounds }: SeasonState, participant: SeasonParticipant): OwnRound[] =>
  rounds.map(({ weekendId, leader }, index) => {
    const { order = null, isBeforeJoining = false } = participant.rounds[index] ?? {}
    return {
      points: order === null ? null : order[0],
      picks: { first: order?.[1] ?? 0, second: order?.[2] ?? 0, third: order?.[3] ?? 0 },
      isFirst: !participant.isHidden && order !== null && sameOrder(order, leader),
      hasJoker: participant.jokers.includes(weekendId),
      isBeforeJoining,
    }
  })

/** Returns the season points that a participant has now. */
export const totalOf = (state: SeasonState, participant: SeasonParticipant): number => {
  const rounds = state.rounds.map((round) => competitionRound(state.rules, round))
  return scoreOf(countRounds(state.rules, rounds, ownRounds(state, participant))).totalPoints
}

/** What a round can bring at most, without and with one of the jokers left; null where none can be played. */
type Reachable = { plain: number; doubled: number | null }

/**
 * Returns the highest sum of the best rounds, with each joker on one of its own. Exact for any number of rounds: of each
 * it is decided whether it counts, and with which joker.
 */
const highestSum = (rounds: readonly Reachable[], countBest: number | null, jokers: number): number => {
  const counting = Math.min(countBest ?? rounds.length, rounds.length)
  // best[j][n]: the highest sum of n rounds with j jokers.
  let best = Array.from({ length: jokers + 1 }, () => Array<number>(counting + 1).fill(0))
  for (const { plain, doubled } of rounds)
    best = best.map((sums, joker) =>
      sums.map((sum, count) => {
        if (count === 0) return sum
        const withJoker = doubled !== null && joker > 0 ? (best[joker - 1]?.[count - 1] ?? 0) + doubled : 0
        return Math.max(sum, (sums[count - 1] ?? 0) + plain, withJoker)
      }),
    )
  return best[jokers]?.[counting] ?? 0
}

/** Whether a counting race is still to be scheduled in a round to come: no maximum is known. */
export const isUnscheduled = ({ rounds }: SeasonState): boolean =>
  rounds.some(({ isCompleted, hasCountingRace }) => !isCompleted && !hasCountingRace)

/**
 * Returns the highest season points that a participant can still get (docs/rules.md, Seasons). What a missed round is
 * given grows as if all who tipped had the winners of its remaining races. A joker that has not locked may still be moved.
 */
export const highestTotal = (state: SeasonState, participant: SeasonParticipant, viewpoint: Viewpoint): number => {
  const { rules, rounds } = state
  const maximum = viewpoint === 'own' ? maxReachable : rivalMaximum
  const byTip = rounds.map(({ races }, index): number | null => {
    const { order = null, racesWithCar = new Set<number>(), isBeforeJoining = false } = participant.rounds[index] ?? {}
    if (isBeforeJoining) return null
    const points = maximum({ order: order ?? [0, 0, 0, 0], racesWithCar }, races)
    const mayTip = races.some(({ isLocked }) => !isLocked) || (viewpoint === 'rival' && points > 0)
    return order !== null || mayTip ? points : null
  })
  const takesPart = byTip.some((points) => points !== null)
  const isMovable = ({ weekendId, areJokersLocked }: SeasonRound): boolean =>
    !areJokersLocked && participant.jokers.includes(weekendId)
  const reachable = rounds.flatMap((round, index): Reachable[] => {
    const { weekendId, multiplier, races, hasResult, areJokersLocked } = round
    const own = participant.rounds[index]
    if (own?.isBeforeJoining || (!hasResult && races.length === 0)) return []
    const everything = races.reduce((sum, { points }) => sum + points.first, 0)
    const given = rules.missedWeekend === 'zero' ? 0 : missedPoints(rules, round) + everything
    const missed = takesPart && !own?.order ? seasonPointsOf(given, multiplier, false) : 0
    const points = byTip[index] ?? null
    const hasJoker = areJokersLocked && participant.jokers.includes(weekendId)
    const tipped = (isDoubled: boolean) => (points === null ? 0 : seasonPointsOf(points, multiplier, isDoubled))
    const canDouble = !areJokersLocked && points !== null
    return [{ plain: Math.max(missed, tipped(hasJoker)), doubled: canDouble ? Math.max(missed, tipped(true)) : null }]
  })
  const jokers = Math.max(0, state.jokers - participant.jokers.length) + rounds.filter(isMovable).length
  return highestSum(reachable, rules.countBest, jokers)
}

/**
 * Returns a number of season points that no participant can gain more than: who cannot reach others by it is left out.
 * A member of a group without a tip, who may still get one, then gains all missed rounds.
 */
export const gainAtMost = ({ rules, rounds, isGroup }: SeasonState): number =>
  rounds.reduce((sum, round) => {
    const everything = round.races.reduce((points, race) => points + race.points.first, 0)
    const isSettled = !isGroup && round.isCompleted && round.races.length === 0
    const missed = isSettled ? 0 : missedPoints(rules, round) + everything
    const tipped = seasonPointsOf(everything, round.multiplier, true) + 1
    return sum + Math.max(tipped, seasonPointsOf(missed, round.multiplier, false))
  }, 0)

/**
 * Returns the maximum of a newcomer: with the missed rounds, unless they were over before in a group that gives
 * nothing for these; null if no race is open.
 */
export const newcomerTotal = (state: SeasonState): number | null => {
  if (!state.rounds.some(({ races }) => races.some(({ isLocked }) => !isLocked))) return null
  const rounds = state.rounds.map(({ isOver }): ParticipantRound => {
    return { order: null, isBeforeJoining: isOver && state.lateJoiners === 'none', racesWithCar: new Set() }
  })
  return highestTotal(state, { rounds, jokers: [], isHidden: false }, 'own')
}

/** Returns the chances by points alone. `rivals` are the points and maxima of those who matter, null without any. */
export const seasonChancesByPoints = (
  state: SeasonState,
  own: SeasonParticipant,
  rivals: { points: number | null; maximum: number | null },
): Chances => {
  const none = { podiums: null, sentences: [] }
  if (isUnscheduled(state)) return { maxReachable: null, canWin: true, clinched: false, ...none }
  const [points, maximum] = [totalOf(state, own), highestTotal(state, own, 'own')]
  return {
    maxReachable: maximum,
    canWin: (rivals.points ?? 0) <= maximum,
    clinched: [rivals.points, rivals.maximum, newcomerTotal(state)].every((most) => most === null || most < points),
    ...none,
  }
}

/** The season when all rounds are over, as they are once the last race is. */
export const atTheEnd = (state: SeasonState, lastRound: number): CompetitionRound[] =>
  state.rounds.map((round, index) => ({
    ...competitionRound(state.rules, round),
    isCompleted: true,
    hasResult: round.hasResult || index === lastRound,
  }))
