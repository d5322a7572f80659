import { isDeepStrictEqual } from 'node:util'
import type { Round } from '@purple-sector/contracts/weekends/seasons'
import { type CompetitionRound, isShown, missedPointsOf, type SeasonRules, type Tippers } from './season-points.ts'

/** Total and picks of the leaders of a weekend's leaderboard, who have points. */
export type Leader = { total: number; firsts: number; seconds: number; thirds: number }

/** A round in one competition, as tipping has it. */
export type BasisRound = Round & {
  startDate: string
  isCompleted: boolean
  hasResult: boolean
  areJokersLocked: boolean
  /**
   * When the last counting race of a completed round locked, as an ISO instant; null without one. In a group that of any
   * round, null while one has no lock.
   */
  lastLockAt: string | null
  /** Of the weekend's leaderboard in this competition; 0 without one. */
  version: number
  leader: Leader | null
  /** Who tipped, where a missed weekend is given points by it; else null. */
  tippers: Tippers | null
}

/** What the rows of a season leaderboard follow from, beside the standings of weekends and jokers. */
export type Basis = { rules: SeasonRules; rounds: BasisRound[] }

/** Whether what a missed weekend is given follows from those who tipped. */
export const needsTippers = (
  rules: SeasonRules,
  { isCompleted, hasResult }: Pick<BasisRound, 'isCompleted' | 'hasResult'>,
) => rules.missedWeekend !== 'zero' && isCompleted && hasResult

const missedPoints = ({ missedWeekend }: SeasonRules, { tippers }: BasisRound): number =>
  tippers === null ? 0 : missedPointsOf(missedWeekend, tippers)

/** When a participant's membership began, where that makes a difference, and when their account was deleted. */
export type Presence = { beganAt: Date | null; deletedAt: Date | null }

/**
 * Whether a round without a tip brings nothing and is not missed: its last counting race had locked when the membership
 * began, or the round is completed and that race locked after the account was deleted (docs/rules.md, Seasons).
 */
export const isOutsidePresence = (
  { lastLockAt, isCompleted }: Pick<BasisRound, 'lastLockAt' | 'isCompleted'>,
  { beganAt, deletedAt }: Presence,
): boolean => {
  if (lastLockAt === null) return false
  const lockedAt = Date.parse(lastLockAt)
  return (
    (beganAt !== null && lockedAt <= beganAt.getTime()) ||
    (deletedAt !== null && isCompleted && lockedAt > deletedAt.getTime())
  )
}

/** Whether a round was not over yet when an account was deleted: without a tip it never brings that account anything. */
export const isAfterDeletion = (
  { lastLockAt }: Pick<BasisRound, 'lastLockAt'>,
  { deletedAt }: Pick<Presence, 'deletedAt'>,
): boolean => deletedAt !== null && (lastLockAt === null || Date.parse(lastLockAt) > deletedAt.getTime())

/** The rounds as the rules of season points take them. */
export const competitionRounds = ({ rules, rounds }: Basis): (CompetitionRound & BasisRound)[] =>
  rounds.map((round) => ({ ...round, missedPoints: missedPoints(rules, round) }))

/** What every row depends on. Versions and leaders are left out: they change the rows of some participants. */
const commonOf = (basis: Basis) => ({
  countBest: basis.rules.countBest,
  rounds: competitionRounds(basis).map((round) => ({
    weekendId: round.weekendId,
    round: round.round,
    multiplier: round.multiplier,
    startDate: round.startDate,
    isCompleted: round.isCompleted,
    hasResult: round.hasResult,
    missedPoints: round.missedPoints,
    lastLockAt: round.lastLockAt,
  })),
})

/** Whether all rows have to be computed again, because rules, rounds or what a missed weekend is given changed. */
export const changesAllRows = (before: Basis | null, after: Basis): boolean =>
  before === null || !isDeepStrictEqual(commonOf(before), commonOf(after))

/** A round with another version of its leaderboard than the rows were computed from. */
export type ChangedRound = { after: BasisRound; versionBefore: number; leaderBefore: Leader | null }

/** Finds the rounds with another version. `before` has the same rounds. */
export const changedRounds = (before: Basis, after: Basis): ChangedRound[] =>
  after.rounds.flatMap((round, index) => {
    const old = before.rounds[index]
    return old === undefined || old.version === round.version
      ? []
      : [{ after: round, versionBefore: old.version, leaderBefore: old.leader }]
  })

/** Finds the weekends whose jokers became visible or hidden. `before` has the same rounds. */
export const weekendsWithOtherJokers = (before: Basis, after: Basis): number[] =>
  after.rounds.flatMap(({ weekendId, areJokersLocked }, index) =>
    before.rounds[index]?.areJokersLocked === areJokersLocked ? [] : [weekendId],
  )

const shownOf = (basis: Basis | null) =>
  basis?.rounds.filter(isShown).map(({ weekendId, isCompleted }) => ({ weekendId, isCompleted })) ?? []

/** Whether a reader sees other rounds, even if all rows have the same figures. */
export const showsOtherRounds = (before: Basis | null, after: Basis): boolean =>
  !isDeepStrictEqual(shownOf(before), shownOf(after))
