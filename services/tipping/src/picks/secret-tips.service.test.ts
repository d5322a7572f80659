import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, finalizeAttempt, startGame } from '../../test/game.ts'
import { boardReadModel } from '../boards/board-read-model.ts'
import { groupStandings } from '../boards/group-standings.ts'
import { myStats } from '../boards/my-stats.ts'
import { readBoard } from '../boards/read-board.ts'
import { refreshBoards } from '../boards/refresh-boards.ts'
import { categoryStandings } from '../groups/category-standings.ts'
import { raceProgress } from '../groups/race-progress.ts'
import { projectedLeaderboards } from '../projected/projected-leaderboards.ts'
import { readPotentialPoints } from '../tips/read-potential-points.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { readPicks } from './read-picks.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const ADMIN = 'group-admin'

/** Observers: members, pending and former members, members of another group, and a fan without a group. */
const setUpGame = async () => {
  const game = await startGame(testDatabase.database)
  const [qualifying, race, last] = [
    await game.race({ sessionType: 'qualifying' }),
    await game.race(),
    await game.race({ sessionType: 'race2' }),
  ]
  const [best, second, ...secrets] = await game.cars(4)
  const [group, other] = [await game.group(), await game.group()]
  const [ann, pending, rejected, otherMember] = [
    await game.fan('ann'),
    await game.fan('pending'),
    await game.fan('rejected'),
    await game.fan('otherMember'),
  ]
  for (const fan of [ADMIN, ann, rejected]) await game.join(group, fan)
  await game.join(group, pending, false)
  await game.join(other, otherMember)
  for (const fan of [ADMIN, pending, rejected]) {
    await game.tip(fan, best!, group)
    await game.tip(fan, second!)
  }
  await game.leave(group, rejected)
  const watchers = [ADMIN, pending, rejected, otherMember, 'nobody']

  /** Projects the last race in the order that would reveal the tip. */
  const boardsWithSecret = () =>
    projectedLeaderboards(testDatabase).findTops({
      params: { weekendId: game.weekendId },
      request: { raceId: last, podium: [secrets[0]!, secrets[1]!, null], open: true, groupIds: [group.groupId] },
    })

  /** Reads everything that tipping shows to one observer. */
  const readAllAs = async (userId: string) => {
    const [{ weekendId }, caller] = [game, aFan({ userId })]
    const board = (groupId: number | null) =>
      readBoard(testDatabase)(caller, { weekendId, groupId, page: { limit: 100, offset: 0 }, ifNoneMatch: undefined })
    const all = [
      board(null),
      board(group.groupId),
      groupStandings(testDatabase)(caller, weekendId),
      myStats(testDatabase)(caller, weekendId),
      raceProgress(testDatabase)(caller, group.groupId),
      categoryStandings(testDatabase)(caller, group.groupId),
      readPicks(testDatabase).ofGroup(caller, group.groupId),
      readPicks(testDatabase).ofWeekend(caller, weekendId),
      tipReadModel(testDatabase.database).ofWeekend(userId, weekendId),
      readPotentialPoints(testDatabase)(caller, last),
      boardsWithSecret(),
    ]
    const outcomes = await Promise.allSettled<unknown>(all)
    return outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))
  }
  /** Removes the versions: boards get new ones independently of tips, so their number reveals nothing. */
  const withoutVersions = (replies: object): Record<string, unknown> =>
    JSON.parse(JSON.stringify(replies, (field, value) => (field === 'version' || field === 'tag' ? undefined : value)))
  const readForAll = async (): Promise<Record<string, unknown>> => {
    const boards = boardReadModel(testDatabase.database)
    const open = await boards.findOpen(game.weekendId)
    return withoutVersions({
      boards: await Promise.all([group, open!].map((each) => boards.state(each))),
      ...Object.fromEntries(
        await Promise.all(watchers.map(async (userId) => [userId, await readAllAs(userId)] as const)),
      ),
    })
  }

  /** Sets Ann's tip, even while tips are closed, as if she had submitted it before. */
  const annTips = async (carId: number) => {
    for (const scope of [group, {}])
      await game.tip(ann, carId, scope).catch(async (error: unknown) => {
        const isClosed =
          error instanceof Error && 'code' in error && ['TIPS_CLOSED', 'TIPS_LOCKED'].includes(String(error.code))
        if (!isClosed) throw error
      })
    await testDatabase.database('tips').where({ user_id: ann, weekend_id: game.weekendId }).update({ car_id: carId })
  }
  /** Reads what is visible with a tip of Ann on each of the two cars. */
  const readWithEachTip = async () => {
    const states = []
    for (const car of secrets) {
      await annTips(car)
      await refreshBoards(testDatabase.database)
      states.push(await readForAll())
    }
    return states
  }
  return { game, group, qualifying, race, last, cars: [best!, second!], readWithEachTip }
}

test('no reply to a fan depends on a tip of another fan in an open category, whatever the rules', async () => {
  const { game, group, qualifying, race, last, cars, readWithEachTip } = await setUpGame()
  const attempt = randomUUID()
  const select = (...selectedRaceIds: number[]) => game.rules(group, { selectedRaceIds })
  const steps: [string, () => Promise<unknown>][] = [
    ['nothing has locked', async () => {}],
    ['a race has locked', () => game.close(qualifying)],
    ['that race has a result', () => game.result(qualifying, cars)],
    ['the group selects only that race', () => select(qualifying)],
    ['the open competition selects only that race', () => game.filter([qualifying])],
    ['points are hidden', () => game.rules(group, { hidePointsUntilApproved: true })],
    ['points need an approval', () => game.rules(group, { preventPointsUntilApproved: true })],
    ['the group has other points', () => game.rules(group, { useCustomPoints: true })],
    ['tips lock with the first event', () => game.rules(group, { lockTipsAfterFirstEvent: true })],
    [
      'tips no longer lock with the first event',
      () => game.rules(group, { lockTipsAfterFirstEvent: false, hidePointsUntilApproved: false }),
    ],
    ['the group selects another race', () => select(qualifying, race)],
    ['the other race locks', () => game.close(race)],
    ['the group selects only the other race', () => select(race)],
    ['the last race closes for a write in progress', () => game.close(last, attempt)],
    [
      'that write is not stored',
      () => finalizeAttempt(testDatabase.database, { raceId: last, attempt, isStored: false }),
    ],
    ['the open competition selects all races again', () => game.filter([])],
  ]
  for (const [moment, step] of steps) {
    await step()
    const [first, second] = await readWithEachTip()
    expect({ moment, state: second }).toEqual({ moment, state: first })
  }
  await game.close(last)
  const [withFirst, withSecond] = await readWithEachTip()
  for (const watcher of [ADMIN, 'nobody']) expect(withSecond?.[watcher]).not.toEqual(withFirst?.[watcher])
}, 60_000)
