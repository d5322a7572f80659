import { addUp, PLACES, pointsInScope, ranked } from '@purple-sector/testing/oracle/scoring'
import type { Points } from '../recording/recording.ts'
import { type AcceptedTip, type ExpectedEntry, type ExpectedRace, earned, rowOf } from './expected-board.ts'

// Membership, visibility and eligibility in a group, recomputed by the player; the oracle does the arithmetic.

export type GroupRules = {
  /** Empty: all races. */
  raceIds: number[]
  /** By category; null: each race's own points. */
  points: Map<string, Points> | null
  hidePoints: boolean
  preventPoints: boolean
  lockAfterFirst: boolean
}

/** One membership; times by the product's clock. A fan who rejoins gets another membership. */
export type Membership = {
  userId: string
  displayName: string
  joinedAt: number
  approvedAt: number | null
  leftAt: number | null
  tips: AcceptedTip[]
}

export type ExpectedGroup = {
  founderId: string
  /** In order; the first applies from the founding on. */
  versions: { since: number; rules: GroupRules }[]
  memberships: Membership[]
}

/** `isHidden`: only the fan and the group's admin see the points, and the row comes last. */
export type GroupRow = ExpectedEntry & { isHidden: boolean }

/** Returns the rules in force at a moment (null: now); before the founding, the first rules. */
export const rulesAt = ({ versions }: ExpectedGroup, at: number | null): GroupRules => {
  const inForce = versions.findLast(({ since }, i) => i === 0 || at === null || since <= at)
  if (!inForce) throw new Error('a group without rules')
  return inForce.rules
}

/** Whether a counting race is scored in the group: one that locked before the founding is not. */
const isScoredIn = ({ versions: [first] }: ExpectedGroup, { deadline }: ExpectedRace): boolean =>
  deadline === null || (first !== undefined && first.since <= deadline)

/** Returns a race as the group counts it, by the rules in force when it locked. */
export const raceInGroup = (group: ExpectedGroup, race: ExpectedRace): ExpectedRace => {
  const { raceIds, points } = rulesAt(group, race.deadline)
  return {
    ...race,
    counts: race.canCount && (raceIds.length === 0 || raceIds.includes(race.raceId)),
    points: pointsInScope(race, points),
  }
}

/** Whether a race counts under any rules the group ever had: its picks are published after its lock. */
export const everInGroup = ({ versions }: ExpectedGroup, { canCount, raceId }: ExpectedRace): boolean =>
  canCount && versions.some(({ rules: { raceIds } }) => raceIds.length === 0 || raceIds.includes(raceId))

/** Whether a membership can earn in a race: it existed at the lock, and was approved if required. */
export const canEarn = (group: ExpectedGroup, { joinedAt, approvedAt, leftAt }: Membership, race: ExpectedRace) => {
  const lock = race.deadline ?? Number.POSITIVE_INFINITY
  if (!isScoredIn(group, race) || joinedAt >= lock || (leftAt !== null && leftAt < lock)) return false
  return !rulesAt(group, race.deadline).preventPoints || (approvedAt !== null && approvedAt < lock)
}

/**
 * Returns what a membership's tip earned under the group's rules.
 * Null without a tip, if the race is not scored, or if the membership could not earn.
 */
export const earnedInGroup = (group: ExpectedGroup, member: Membership, race: ExpectedRace) =>
  canEarn(group, member, race) ? earned(member, raceInGroup(group, race)) : null

/** Whether a result of the race would be scored in the group. */
export const countsInGroup = (group: ExpectedGroup, race: ExpectedRace): boolean =>
  isScoredIn(group, race) && raceInGroup(group, race).counts

/** Returns the races that awards and positions derive from. */
const scoredRaces = (group: ExpectedGroup, races: ExpectedRace[]): ExpectedRace[] =>
  races.filter((race) => race.classification && countsInGroup(group, race))

export const isPresent = ({ leftAt }: Membership): boolean => leftAt === null

/** Whether the group hides a member's points now; its picks, as others read them, omit the member too. */
export const isHiddenIn = (group: ExpectedGroup, { approvedAt }: Pick<Membership, 'approvedAt'>): boolean =>
  rulesAt(group, null).hidePoints && approvedAt === null

/**
 * Whether a viewer sees everything of a member.
 * Members see their own data, the founder sees all data, and other viewers see what is not hidden.
 */
export const isVisibleTo = (group: ExpectedGroup, member: Pick<Membership, 'approvedAt' | 'userId'>, viewer: string) =>
  !isHiddenIn(group, member) || viewer === member.userId || viewer === group.founderId

/** Computes the whole board of a group in its order, with nothing hidden. */
export const expectedGroupBoard = (group: ExpectedGroup, races: ExpectedRace[]): GroupRow[] => {
  const isScored = scoredRaces(group, races).length > 0
  const rows = group.memberships.filter(isPresent).map((member) => {
    const score = addUp(races.flatMap((race) => earnedInGroup(group, member, race) ?? []))
    return { ...rowOf(member, score), isHidden: isHiddenIn(group, member) }
  })
  return ranked(rows, isScored).map(({ sortName: _, ...row }) => row)
}

/** Lists every award by membership, including those of former members. */
export const groupAwards = (group: ExpectedGroup, races: ExpectedRace[]): { userId: string; award: string }[] => {
  const scored = scoredRaces(group, races)
  return group.memberships.flatMap((member, i) =>
    scored.flatMap((race) => {
      const { place = null, points = 0 } = earnedInGroup(group, member, race) ?? {}
      const isPaid = place !== null && place <= PLACES.length
      return isPaid ? [{ userId: member.userId, award: `${i} ${race.raceId} ${place} ${points}` }] : []
    }),
  )
}

/**
 * Returns a fingerprint of all awards and of whether any race is scored.
 * It stays the same while no result gives the board a new version.
 */
export const groupLedger = (group: ExpectedGroup, races: ExpectedRace[]): string => {
  const isScored = scoredRaces(group, races).length > 0
  return [isScored, ...groupAwards(group, races).map(({ award }) => award)].join()
}

const noPicks = { first: 0, second: 0, third: 0 }

/** Returns the board as a viewer sees it; `viewer` is null for a user outside the group. */
export const boardSeenBy = (group: ExpectedGroup, board: GroupRow[], viewer: string | null) =>
  board.map((row) =>
    row.isHidden && viewer !== row.userId && viewer !== group.founderId
      ? { ...row, totalPoints: null, picks: noPicks }
      : row,
  )
