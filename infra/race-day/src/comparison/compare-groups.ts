import { type Arrows, closestArrows, possibleArrows } from '../account/expected-arrows.ts'
import type { ExpectedRace } from '../account/expected-board.ts'
import {
  boardSeenBy,
  type ExpectedGroup,
  expectedGroupBoard,
  type GroupRow,
  groupLedger,
  isPresent,
} from '../account/expected-group.ts'
import type { FinalAccount } from '../account/final-account.ts'
import { closestGroup, type GroupAccount } from '../account/group-account.ts'
import type { Fan } from '../fans/fan-player.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { type PlayedGroup, stayOf } from '../fans/played-group.ts'
import type { ProductApi } from '../fans/product-api.ts'
import { compareArrow, compareEntries, compareFrame, compareTies, type ReadBoard, readBoard } from './compare-board.ts'
import { type Difference, differs } from './differences.ts'

/** A group that exists at the end, with the alternative that best fits its replies. */
export type GroupView = {
  played: PlayedGroup
  group: ExpectedGroup
  board: GroupRow[]
  /** The board as the group's admin reads it. */
  adminBoard: ReadBoard
  arrows: Arrows
}

const concurrency = 4

/** Reads the groups that are not deleted, each as its admin, from whom nothing is hidden. */
export const viewGroups = (
  api: ProductApi,
  weekendId: number,
  account: FinalAccount,
  { hasArrows } = { hasArrows: true },
): Promise<GroupView[]> =>
  inParallel(
    account.groups.filter(({ played }) => !played.deleted),
    concurrency,
    async (one) => {
      const { played } = one
      const { cookie } = played.founder.account
      const adminBoard = await readBoard(api, cookie, { weekendId, groupId: played.id })
      // Without alternatives there is nothing to choose between.
      const progress = one.alternatives.length === 0 ? [] : await api.groups.raceProgress(cookie, played.id)
      const reported = { board: adminBoard.entries, counting: progress.map(({ raceId }) => raceId) }
      const { group, board } = closestGroup(one, account.expectedRaces, reported)
      const candidates = hasArrows ? groupArrows(group, board, account) : []
      const arrows = closestArrows(candidates, adminBoard.entries)
      return { played, group, board, adminBoard, arrows }
    },
  )

const groupArrows = (group: ExpectedGroup, board: GroupRow[], account: FinalAccount): Arrows[] => {
  const { expectedRaces: races, revisions, offset, outages } = account
  const since = new Map(group.memberships.filter(isPresent).map(({ userId, joinedAt }) => [userId, joinedAt]))
  return possibleArrows({
    ...{ races, board, since, revisions, offset, outages },
    boardBy: (other: ExpectedRace[]) => expectedGroupBoard(group, other),
    ledgerBy: (other: ExpectedRace[]) => groupLedger(group, other),
  })
}

/**
 * Compares every group's board in the replies and on the sockets of its members.
 * Readers are the admin, a pending member and another member.
 */
export const compareGroupBoards = async (
  api: ProductApi,
  weekendId: number,
  views: GroupView[],
): Promise<Difference[]> => {
  const differences = await inParallel(views, concurrency, async (view) => {
    const { played, adminBoard } = view
    const others = await inParallel(readersOf(played), 1, async (reader) => {
      const board = await readBoard(api, reader.account.cookie, { weekendId, groupId: played.id })
      return compareGroupBoard(view, board, reader)
    })
    return [...compareGroupBoard(view, adminBoard, played.founder), ...others.flat(), ...compareGroupSockets(view)]
  })
  return differences.flat()
}

const nameOf = ({ plan }: PlayedGroup): string => `group ${plan.recorded.name}`

/** Returns a pending member and another member, who read a board besides its admin. */
export const readersOf = (played: PlayedGroup): Fan[] => {
  const present = played.stays.filter((stay) => !stay.left && stay.fan !== played.founder)
  const pending = present.find(({ approved }) => !approved)
  const other = present.find((stay) => stay !== pending)
  return [pending, other].flatMap((stay) => stay?.fan ?? [])
}

const compareGroupBoard = ({ played, group, board, arrows }: GroupView, adminBoard: ReadBoard, reader: Fan) => {
  const where = `${nameOf(played)}, read by ${reader.plan.name}`
  const ranked = board.filter(({ isHidden }) => !isHidden)
  return [
    ...differs(where, 'one version over all pages', true, adminBoard.isConsistent),
    ...differs(where, 'X-Total-Count', board.length, adminBoard.total),
    ...compareEntries(where, boardSeenBy(group, board, reader.account.user.id), adminBoard.entries, arrows),
    ...compareTies(where, ranked, adminBoard.entries.slice(0, ranked.length)),
    ...adminBoard.entries
      .slice(ranked.length)
      .flatMap(({ tieBreak }) => differs(where, 'tieBreak, hidden', null, tieBreak)),
  ]
}

const compareGroupSockets = ({ played, group, board, adminBoard, arrows }: GroupView): Difference[] => {
  const rows = new Map(board.map((row) => [row.userId, row]))
  const top = boardSeenBy(group, board, null).slice(0, 20)
  return played.stays.flatMap(({ fan, left }) => {
    const row = rows.get(fan.account.user.id)
    if (left || !fan.socket || !row) return []
    const where = `socket of ${fan.plan.name}, ${nameOf(played)}`
    const groupBoards = fan.socket.groups.get(played.id)
    return [
      ...differs(where, 'last leaderboard_update: version', adminBoard.version, groupBoards?.board?.version ?? null),
      ...differs(where, 'last leaderboard_update: total', board.length, groupBoards?.board?.total ?? null),
      ...compareFrame(where, top, groupBoards?.board?.entries ?? [], arrows),
      ...differs(where, 'my_standing: position', row.position, groupBoards?.standing?.position ?? null),
      ...differs(where, 'my_standing: totalPoints', row.totalPoints, groupBoards?.standing?.totalPoints ?? null),
      ...(groupBoards?.standing
        ? compareArrow(`${where}, my_standing`, arrows, row, groupBoards.standing.positionChange)
        : []),
    ]
  })
}

/** Checks that a deleted group is 404, and that former members get 404 for a group. */
export const compareHiddenGroups = async (
  api: ProductApi,
  weekendId: number,
  account: FinalAccount,
): Promise<Difference[]> => {
  const outsiders = account.groups.flatMap(({ played }) => {
    const former = played.stays.find(({ fan }) => !stayOf(played, fan))
    return former ? [{ played, fan: former.fan }] : []
  })
  const differences = await inParallel(outsiders, concurrency, async ({ played, fan }) => {
    const where = `${nameOf(played)}, requested by ${fan.plan.name}, who is no member`
    const { cookie } = fan.account
    const group = await api.groups.read(cookie, played.id)
    const board = await api.groups.readBoard(cookie, played.id, weekendId)
    return [...differs(where, 'group', 404, group.status), ...differs(where, 'board', 404, board.status)]
  })
  return differences.flat()
}

/** Compares the members that the product lists for each group. */
export const compareMembers = async (api: ProductApi, accounts: GroupAccount[]): Promise<Difference[]> => {
  const differences = await inParallel(accounts, concurrency, async ({ played }) => {
    if (played.deleted) return []
    const { cookie } = played.founder.account
    const present = played.stays.filter(({ left }) => !left)
    const members = await api.groups.members(cookie, played.id)
    const inWords = (list: { userId: string; approvalStatus: string; role: string }[]) =>
      list.map(({ userId, approvalStatus, role }) => `${userId} ${approvalStatus} ${role}`).sort()
    const expected = present.map(({ fan, approved }) => ({
      userId: fan.account.user.id,
      approvalStatus: approved ? 'approved' : 'pending',
      role: fan === played.founder ? 'admin' : 'member',
    }))
    return differs(nameOf(played), 'members', inWords(expected), inWords(members))
  })
  return differences.flat()
}

/** Compares the fan's position, points and top rows in each of their groups, read in one reply. */
export const compareStandings = async (
  api: ProductApi,
  weekendId: number,
  fan: Fan,
  views: GroupView[],
): Promise<Difference[]> => {
  const { user, cookie } = fan.account
  const ownViews = views.filter(({ played }) => stayOf(played, fan))
  const standings = await api.groups.standings(cookie, weekendId)
  const where = `groups of ${fan.plan.name}`
  const ids = (list: number[]) => list.toSorted((a, b) => a - b)
  return [
    ...differs(
      where,
      'ids',
      ids(ownViews.map(({ played }) => played.id)),
      ids(standings.map(({ groupId }) => groupId)),
    ),
    ...ownViews.flatMap(({ played, group, board, arrows }) => {
      const reported = standings.find(({ groupId }) => groupId === played.id)
      const row = board.find(({ userId }) => userId === user.id)
      const at = `${where}, ${nameOf(played)}`
      return [
        ...differs(at, 'position', row?.position ?? null, reported?.position ?? null),
        ...differs(at, 'totalPoints', row?.totalPoints, reported?.totalPoints ?? null),
        ...differs(at, 'memberCount', board.length, reported?.memberCount),
        ...compareEntries(at, boardSeenBy(group, board, user.id).slice(0, 3), reported?.top ?? [], arrows),
      ]
    }),
  ]
}
