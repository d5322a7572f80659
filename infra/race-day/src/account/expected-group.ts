import { addUp, PLACES, pointsInScope, ranked } from '@purple-sector/testing/oracle/scoring'
import type { Points } from '../recording/recording.ts'
import { type AcceptedTip, type ExpectedEntry, type ExpectedRace, earned, rowOf } from './expected-board.ts'

// Who is in a group, sees what and may earn, by the player's own account; the arithmetic is the oracle's.

export type GroupRules = {
  /** None: all races. */
  raceIds: number[]
  /** By category; null: the races' own. */
  points: Map<string, Points> | null
  hidePoints: boolean
  preventPoints: boolean
  lockAfterFirst: boolean
}

/** One membership; times by the product's clock. Who comes back has another one. */
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
  /** In order; the first from the founding on. */
  versions: { since: number; rules: GroupRules }[]
  memberships: Membership[]
}

/** `isHidden`: shown without points to all but the fan and the group's admin, and last. */
export type GroupRow = ExpectedEntry & { isHidden: boolean }

/** The rules in force at a moment (null: now); before the founding the first ones. */
export const rulesAt = ({ versions }: ExpectedGroup, at: number | null): GroupRules => {
  const inForce = versions.findLast(({ since }, i) => i === 0 || at === null || since <= at)
  if (!inForce) throw new Error('a group without rules')
  return inForce.rules
}

/** Whether a race is scored in the group where it counts: one that locked before the founding is not. */
const isScoredIn = ({ versions: [first] }: ExpectedGroup, { deadline }: ExpectedRace): boolean =>
  deadline === null || (first !== undefined && first.since <= deadline)

/** A race as the group counts it, by the rules in force when it locked. */
export const raceInGroup = (group: ExpectedGroup, race: ExpectedRace): ExpectedRace => {
  const { raceIds, points } = rulesAt(group, race.deadline)
  return {
    ...race,
    counts: race.canCount && (raceIds.length === 0 || raceIds.includes(race.raceId)),
    points: pointsInScope(race, points),
  }
}

/** Whether a race counts in the group by any rules it ever had: its picks wait for it. */
export const everInGroup = ({ versions }: ExpectedGroup, { canCount, raceId }: ExpectedRace): boolean =>
  canCount && versions.some(({ rules: { raceIds } }) => raceIds.length === 0 || raceIds.includes(raceId))

/** Whether a membership earned in a race: it held when the race locked, approved where the group wanted that. */
export const canEarn = (group: ExpectedGroup, { joinedAt, approvedAt, leftAt }: Membership, race: ExpectedRace) => {
  const lock = race.deadline ?? Number.POSITIVE_INFINITY
  if (!isScoredIn(group, race) || joinedAt >= lock || (leftAt !== null && leftAt < lock)) return false
  return !rulesAt(group, race.deadline).preventPoints || (approvedAt !== null && approvedAt < lock)
}

/** What a membership's tip earned in a race as the group counts it; null without a tip, or where it could not earn. */
export const earnedInGroup = (group: ExpectedGroup, member: Membership, race: ExpectedRace) =>
  canEarn(group, member, race) ? earned(member, raceInGroup(group, race)) : null

/** Whether a result of the race would be scored in the group. */
export const countsInGroup = (group: ExpectedGroup, race: ExpectedRace): boolean =>
  isScoredIn(group, race) && raceInGroup(group, race).counts

/** Those that awards and positions follow from. */
const scoredRaces = (group: ExpectedGroup, races: ExpectedRace[]): ExpectedRace[] =>
  races.filter((race) => race.classification && countsInGroup(group, race))

export const isPresent = ({ leftAt }: Membership): boolean => leftAt === null

/** Whether the group hides a member's points at present: the same member is left out of what others read of its picks. */
export const isHiddenIn = (group: ExpectedGroup, { approvedAt }: Pick<Membership, 'approvedAt'>): boolean =>
  rulesAt(group, null).hidePoints && approvedAt === null

/** Whether somebody reads everything of a member: their own, the founder's, and whatever is not hidden. */
export const isShownTo = (group: ExpectedGroup, member: Pick<Membership, 'approvedAt' | 'userId'>, viewer: string) =>
  !isHiddenIn(group, member) || viewer === member.userId || viewer === group.founderId

/** The whole board of a group in its order, as somebody sees it from whom nothing is hidden. */
export const expectedGroupBoard = (group: ExpectedGroup, races: ExpectedRace[]): GroupRow[] => {
  const isScored = scoredRaces(group, races).length > 0
  const rows = group.memberships.filter(isPresent).map((member) => {
    const score = addUp(races.flatMap((race) => earnedInGroup(group, member, race) ?? []))
    return { ...rowOf(member, score), isHidden: isHiddenIn(group, member) }
  })
  return ranked(rows, isScored).map(({ sortName: _, ...row }) => row)
}

/** Every award by membership, of former members too. */
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

/** Says the same where no result gives the board a new version: no award differs, nor whether anything is scored. */
export const groupLedger = (group: ExpectedGroup, races: ExpectedRace[]): string => {
  const isScored = scoredRaces(group, races).length > 0
  return [isScored, ...groupAwards(group, races).map(({ award }) => award)].join()
}

const nothing = { first: 0, second: 0, third: 0 }

/** The board as somebody sees it; null: somebody who is not in it. */
export const seenBy = (group: ExpectedGroup, board: GroupRow[], viewer: string | null) =>
  board.map((row) =>
    row.isHidden && viewer !== row.userId && viewer !== group.founderId
      ? { ...row, totalPoints: null, picks: nothing }
      : row,
  )
