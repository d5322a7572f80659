import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import { compareEntries, compareTies, readBoard } from '../comparison/compare-board.ts'
import { type Difference, differs, shortestOf } from '../comparison/differences.ts'
import { inParallel } from '../fans/in-parallel.ts'
import type { Account, ProductApi } from '../fans/product-api.ts'
import type { ProvisionalReply } from '../fans/replies.ts'
import { arrowsBetween } from './expected-arrows.ts'
import { type ExpectedEntry, type ExpectedRace, expectedBoard } from './expected-board.ts'
import { boardSeenBy, countsInGroup, type ExpectedGroup, expectedGroupBoard } from './expected-group.ts'
import type { FinalAccount } from './final-account.ts'

/** A board in force and projected, by the player's account; `counts`: the running race is scored in it. */
export type ExpectedProjectedLeaderboard = {
  groupId: number | null
  name: string
  counts: boolean
  before: ExpectedEntry[]
  after: ExpectedEntry[]
  /** Rows whose points are visible; the hidden rows follow them without a position. */
  ranked: ExpectedEntry[]
  /** The rows for a user without access to hidden points. */
  visibleRows: (ExpectedEntry | ReturnType<typeof boardSeenBy>[number])[]
}

const concurrency = 4

const withOrder = (races: ExpectedRace[], raceId: number, classification: ClassifiedRow[]): ExpectedRace[] =>
  races.map((race) => (race.raceId === raceId ? { ...race, classification } : race))

/** Returns the expected open board, and every alternative of each group's board. */
export const expectedBoards = (
  { expectedRaces, board, fans, groups }: FinalAccount,
  raceId: number,
  order: ClassifiedRow[],
): { open: ExpectedProjectedLeaderboard; groups: ExpectedProjectedLeaderboard[][] } => {
  const races = withOrder(expectedRaces, raceId, order)
  const race = expectedRaces.find((one) => one.raceId === raceId)
  const after = expectedBoard(races, fans)
  const ofGroup = (groupId: number, name: string) => (group: ExpectedGroup) => {
    const projected = expectedGroupBoard(group, races)
    return {
      ...{ groupId, name, counts: race !== undefined && countsInGroup(group, race) },
      before: expectedGroupBoard(group, expectedRaces),
      after: projected,
      ranked: projected.filter(({ isHidden }) => !isHidden),
      visibleRows: boardSeenBy(group, projected, null),
    }
  }
  return {
    open: {
      groupId: null,
      name: 'the open competition',
      counts: race?.counts ?? false,
      before: board,
      after,
      ranked: after,
      visibleRows: after,
    },
    groups: groups
      .filter(({ played }) => !played.deleted)
      .map(({ played, group, alternatives }) =>
        [group, ...alternatives].map(ofGroup(played.id, `group ${played.plan.recorded.name}`)),
      ),
  }
}

const compareGains = (
  where: string,
  { before, after }: ExpectedProjectedLeaderboard,
  actual: readonly ProvisionalReply[],
): Difference[] => {
  const [earlier, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.userId, row.totalPoints])))
  return actual.flatMap(({ userId, totalPoints, gain }) => {
    if (totalPoints === null) return differs(`${where}, ${userId}`, 'gain, hidden', null, gain)
    return differs(`${where}, ${userId}`, 'gain', (now?.get(userId) ?? 0) - (earlier?.get(userId) ?? 0), gain)
  })
}

/** Compares the rows of a projected board, from a reply or a frame, with the expected rows. */
export const compareProjected = (
  where: string,
  expected: ExpectedProjectedLeaderboard,
  rows: ExpectedProjectedLeaderboard['visibleRows'],
  actual: readonly ProvisionalReply[],
): Difference[] => {
  const arrows = new Map([...arrowsBetween(expected.before, expected.after)].map(([userId, one]) => [userId, [one]]))
  const ranked = expected.ranked
  return [
    ...compareEntries(where, rows, [...actual], arrows),
    ...compareGains(where, expected, actual),
    ...compareTies(where, ranked, actual.slice(0, ranked.length)),
  ]
}

type Reader = { api: ProductApi; reader: Account; weekendId: number }

/** Compares `GET …?projected=true` of one board; `by` is the snapshot that the board must be based on. */
const compareRead = async (
  { api, reader, weekendId }: Reader,
  candidates: readonly ExpectedProjectedLeaderboard[],
  by: string,
  podiumSince: number,
): Promise<Difference[]> => {
  const [first] = candidates
  if (!first) return []
  const { groupId, name } = first
  const where = `projected ${name}`
  const actual = await readBoard(api, reader.cookie, { weekendId, groupId, projected: true })
  const found = candidates.map((candidate) => {
    if (!candidate.counts) return differs(where, 'X-Projected of a race that does not count', null, actual.by)
    // The reader of a group's board is its founder: nothing is hidden from the founder.
    return [
      ...differs(where, 'X-Projected', by, actual.by),
      ...differs(where, 'X-Total-Count', candidate.after.length, actual.total),
      ...differs(where, 'Last-Changed is not before the change of the podium', true, actual.changedAt >= podiumSince),
      ...compareProjected(where, candidate, candidate.after, actual.entries),
    ]
  })
  return shortestOf(found)
}

/**
 * Compares every projected board: the open one as a fan reads it, each group's as its founder does.
 * The caller repeats the comparison until all boards are right, so the first wrong board ends it.
 */
export const compareProjectedLeaderboards = async (
  api: ProductApi,
  { account, reader, weekendId }: { account: FinalAccount; reader: Account; weekendId: number },
  expected: ReturnType<typeof expectedBoards>,
  { by, podiumSince, isRead }: { by: string; podiumSince: number; isRead(index: number): boolean },
): Promise<Difference[]> => {
  const founders = new Map(account.groups.map(({ played }) => [played.id, played.founder.account]))
  const boards = [[expected.open], ...expected.groups.filter((_, index) => isRead(index))]
  let isWrong = false
  const found = await inParallel(boards, concurrency, async (candidates) => {
    if (isWrong) return []
    const founder = founders.get(candidates[0]?.groupId ?? 0) ?? reader
    const differences = await compareRead({ api, reader: founder, weekendId }, candidates, by, podiumSince)
    isWrong ||= differences.length > 0
    return differences
  })
  return found.flat()
}
