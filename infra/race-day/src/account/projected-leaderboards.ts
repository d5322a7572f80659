import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import { compareEntries, compareTies, readBoard } from '../comparison/compare-board.ts'
import { type Difference, differs, fewestOf } from '../comparison/differences.ts'
import { inParallel } from '../fans/in-parallel.ts'
import type { Account, ProductApi } from '../fans/product-api.ts'
import type { ProvisionalReply } from '../fans/replies.ts'
import { arrowsBetween } from './expected-arrows.ts'
import { type ExpectedEntry, type ExpectedRace, expectedBoard } from './expected-board.ts'
import { countsInGroup, type ExpectedGroup, expectedGroupBoard, seenBy } from './expected-group.ts'
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
  shown: (ExpectedEntry | ReturnType<typeof seenBy>[number])[]
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
    const stands = expectedGroupBoard(group, races)
    return {
      ...{ groupId, name, counts: race !== undefined && countsInGroup(group, race) },
      before: expectedGroupBoard(group, expectedRaces),
      after: stands,
      ranked: stands.filter(({ isHidden }) => !isHidden),
      shown: seenBy(group, stands, null),
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
      shown: after,
    },
    groups: groups
      .filter(({ played }) => !played.deleted)
      .map(({ played, group, others }) =>
        [group, ...others].map(ofGroup(played.id, `group ${played.plan.recorded.name}`)),
      ),
  }
}

const compareGains = (
  where: string,
  { before, after }: ExpectedProjectedLeaderboard,
  shown: readonly ProvisionalReply[],
): Difference[] => {
  const [then, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.userId, row.totalPoints])))
  return shown.flatMap(({ userId, totalPoints, gain }) => {
    if (totalPoints === null) return differs(`${where}, ${userId}`, 'gain, hidden', null, gain)
    return differs(`${where}, ${userId}`, 'gain', (now?.get(userId) ?? 0) - (then?.get(userId) ?? 0), gain)
  })
}

/** Compares the rows of a projected board, from a reply or a frame, with the expected rows. */
export const compareStanding = (
  where: string,
  expected: ExpectedProjectedLeaderboard,
  rows: ExpectedProjectedLeaderboard['shown'],
  shown: readonly ProvisionalReply[],
): Difference[] => {
  const arrows = new Map([...arrowsBetween(expected.before, expected.after)].map(([userId, one]) => [userId, [one]]))
  const ranked = expected.ranked
  return [
    ...compareEntries(where, rows, [...shown], arrows),
    ...compareGains(where, expected, shown),
    ...compareTies(where, ranked, shown.slice(0, ranked.length)),
  ]
}

type Reader = { api: ProductApi; reader: Account; weekendId: number }

/** Compares `GET …?projected=true` of one board; `by` is the snapshot that the board must be based on. */
const compareRead = async (
  { api, reader, weekendId }: Reader,
  ways: readonly ExpectedProjectedLeaderboard[],
  by: string,
  podiumSince: number,
): Promise<Difference[]> => {
  const [first] = ways
  if (!first) return []
  const { groupId, name } = first
  const where = `${name} as it stands`
  const shown = await readBoard(api, reader.cookie, { weekendId, groupId, projected: true })
  const found = ways.map((way) => {
    if (!way.counts) return differs(where, 'X-Projected where the race does not count', null, shown.by)
    // The reader of a group's board is its founder: nothing is hidden from the founder.
    return [
      ...differs(where, 'X-Projected', by, shown.by),
      ...differs(where, 'X-Total-Count', way.after.length, shown.total),
      ...differs(where, 'Last-Changed is not before the podium became so', true, shown.changedAt >= podiumSince),
      ...compareStanding(where, way, way.after, shown.entries),
    ]
  })
  return fewestOf(found)
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
  const found = await inParallel(boards, concurrency, async (ways) => {
    if (isWrong) return []
    const founder = founders.get(ways[0]?.groupId ?? 0) ?? reader
    const differences = await compareRead({ api, reader: founder, weekendId }, ways, by, podiumSince)
    isWrong ||= differences.length > 0
    return differences
  })
  return found.flat()
}
