import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, startGame } from '../../test/game.ts'
import { boardReadModel } from '../boards/board-read-model.ts'
import { groupStandings } from '../boards/group-standings.ts'
import { myStats } from '../boards/my-stats.ts'
import { readBoard } from '../boards/read-board.ts'
import { refreshBoards } from '../boards/refresh-boards.ts'
import { categoryStandings } from '../groups/category-standings.ts'
import { raceProgress } from '../groups/race-progress.ts'
import { finalizeRaceLock } from '../locks/finalize-race-lock.ts'
import { projectedLeaderboards } from '../projected/projected-leaderboards.ts'
import { readPotentialPoints } from '../tips/read-potential-points.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { readPicks } from './read-picks.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTippingDatabase()
})
afterAll(() => clone.drop())

const ADMIN = 'group-admin'

/** Observers: members, pending and former members, members of another group, and a fan without a group. */
const play = async () => {
  const game = await startGame(clone.database)
  const [qualifying, race, last] = [
    await game.race({ sessionType: 'qualifying' }),
    await game.race(),
    await game.race({ sessionType: 'race2' }),
  ]
  const [best, second, ...secrets] = await game.cars(4)
  const [group, other] = [await game.group(), await game.group()]
  const [ann, pending, rejected, elsewhere] = [
    await game.fan('ann'),
    await game.fan('pending'),
    await game.fan('rejected'),
    await game.fan('elsewhere'),
  ]
  for (const fan of [ADMIN, ann, rejected]) await game.join(group, fan)
  await game.join(group, pending, false)
  await game.join(other, elsewhere)
  for (const fan of [ADMIN, pending, rejected]) {
    await game.tip(fan, best!, group)
    await game.tip(fan, second!)
  }
  await game.leave(group, rejected)
  const watchers = [ADMIN, pending, rejected, elsewhere, 'nobody']

  /** As if the last race ran in the order that reveals the tip. */
  const boardsWithSecret = () =>
    projectedLeaderboards(clone).tops({
      params: { weekendId: game.weekendId },
      request: { raceId: last, podium: [secrets[0]!, secrets[1]!, null], open: true, groupIds: [group.groupId] },
    })

  /** Everything that tipping shows one of them, and what sockets receive. */
  const seenBy = async (userId: string) => {
    const [{ weekendId }, caller] = [game, aFan({ userId })]
    const board = (groupId: number | null) =>
      readBoard(clone)(caller, { weekendId, groupId, page: { limit: 100, offset: 0 }, known: undefined })
    const all = [
      board(null),
      board(group.groupId),
      groupStandings(clone)(caller, weekendId),
      myStats(clone)(caller, weekendId),
      raceProgress(clone)(caller, group.groupId),
      categoryStandings(clone)(caller, group.groupId),
      readPicks(clone).ofGroup(caller, group.groupId),
      readPicks(clone).ofWeekend(caller, weekendId),
      tipReadModel(clone.database).ofWeekend(userId, weekendId),
      readPotentialPoints(clone)(caller, last),
      boardsWithSecret(),
    ]
    const outcomes = await Promise.allSettled<unknown>(all)
    return outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))
  }
  /** Boards get new versions now and then, whatever was tipped: their number reveals nothing. */
  const withoutVersions = (replies: object): Record<string, unknown> =>
    JSON.parse(JSON.stringify(replies, (field, value) => (field === 'version' || field === 'tag' ? undefined : value)))
  const seen = async (): Promise<Record<string, unknown>> => {
    const boards = boardReadModel(clone.database)
    const open = await boards.findOpen(game.weekendId)
    return withoutVersions({
      boards: await Promise.all([group, open!].map((each) => boards.state(each))),
      ...Object.fromEntries(await Promise.all(watchers.map(async (userId) => [userId, await seenBy(userId)] as const))),
    })
  }

  /** Sets Ann's tip, also while tips are closed, as if she had submitted it before. */
  const annTips = async (carId: number) => {
    for (const scope of [group, {}])
      await game.tip(ann, carId, scope).catch(async (error: unknown) => {
        const isClosed =
          error instanceof Error && 'code' in error && ['TIPS_CLOSED', 'TIPS_LOCKED'].includes(String(error.code))
        if (!isClosed) throw error
      })
    await clone.database('tips').where({ user_id: ann, weekend_id: game.weekendId }).update({ car_id: carId })
  }
  /** What is visible as if Ann had tipped the one car, and the other. */
  const seenOfBoth = async () => {
    const both = []
    for (const car of secrets) {
      await annTips(car)
      await refreshBoards(clone.database)
      both.push(await seen())
    }
    return both
  }
  return { game, group, qualifying, race, last, cars: [best!, second!], seenOfBoth }
}

test('nothing that a fan sees depends on a tip of an open category, whatever the rules become', async () => {
  const { game, group, qualifying, race, last, cars, seenOfBoth } = await play()
  const attempt = randomUUID()
  const selected = (...selectedRaceIds: number[]) => game.rules(group, { selectedRaceIds })
  const steps: [string, () => Promise<unknown>][] = [
    ['nothing has locked', async () => {}],
    ['one has locked', () => game.close(qualifying)],
    ['it has a result', () => game.result(qualifying, cars)],
    ['the group selects only that', () => selected(qualifying)],
    ['and so does the open competition', () => game.filter([qualifying])],
    ['points are hidden', () => game.rules(group, { hidePointsUntilApproved: true })],
    ['and not earned', () => game.rules(group, { preventPointsUntilApproved: true })],
    ['and others', () => game.rules(group, { useCustomPoints: true })],
    ['tips lock with the first event', () => game.rules(group, { lockTipsAfterFirstEvent: true })],
    ['no more', () => game.rules(group, { lockTipsAfterFirstEvent: false, hidePointsUntilApproved: false })],
    ['it selects another', () => selected(qualifying, race)],
    ['which locks', () => game.close(race)],
    ['and is all there is', () => selected(race)],
    ['the last closes for what may not be stored', () => game.close(last, attempt)],
    [
      'and was not',
      () => finalizeRaceLock(clone)({ params: { raceId: last }, request: { attempts: [attempt], isStored: false } }),
    ],
    ['it is selected again', () => game.filter([])],
  ]
  for (const [moment, step] of steps) {
    await step()
    const [one, other] = await seenOfBoth()
    expect({ moment, seen: other }).toEqual({ moment, seen: one })
  }
  await game.close(last)
  const [one, other] = await seenOfBoth()
  for (const watcher of [ADMIN, 'nobody']) expect(other?.[watcher]).not.toEqual(one?.[watcher])
}, 60_000)
