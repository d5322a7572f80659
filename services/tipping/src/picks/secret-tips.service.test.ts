import { randomUUID } from 'node:crypto'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, finalizeAttempt } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { categoryStandings } from '../groups/category-standings-read-model.ts'
import { raceProgress } from '../groups/race-progress-read-model.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { projectedLeaderboards } from '../leaderboards/projected-leaderboards.ts'
import { readLeaderboard } from '../leaderboards/read-leaderboard.ts'
import { groupStandings } from '../standings/group-standings.ts'
import { myStats } from '../standings/my-stats.ts'
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
const setUpScenario = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [qualifying, race, last] = [
    await scenario.race({ sessionType: 'qualifying' }),
    await scenario.race(),
    await scenario.race({ sessionType: 'race2' }),
  ]
  const [best, second, ...secrets] = await scenario.cars(4)
  const [group, other] = [await scenario.group(), await scenario.group()]
  const [ann, pending, rejected, otherMember] = [
    await scenario.fan('ann'),
    await scenario.fan('pending'),
    await scenario.fan('rejected'),
    await scenario.fan('otherMember'),
  ]
  for (const fan of [ADMIN, ann, rejected]) await scenario.join(group, fan)
  await scenario.join(group, pending, false)
  await scenario.join(other, otherMember)
  for (const fan of [ADMIN, pending, rejected]) {
    await scenario.tip(fan, best!, group)
    await scenario.tip(fan, second!)
  }
  await scenario.leave(group, rejected)
  const watchers = [ADMIN, pending, rejected, otherMember, 'nobody']

  const projected = projectedLeaderboards(testDatabase)
  /** Projects the last race in the order that would reveal the tip. */
  const boardsWithSecret = () =>
    projected.findTops({
      request: {
        raceId: last,
        podium: [secrets[0]!, secrets[1]!, null],
        scopes: [null, group.groupId].map((groupId) => ({ weekendId: scenario.weekendId, groupId })),
      },
    })

  /** Reads everything that tipping shows to one observer. */
  const readAllAs = async (userId: string) => {
    const [{ weekendId }, caller] = [scenario, aFan({ userId })]
    const board = (groupId: number | null) =>
      readLeaderboard({ ...testDatabase, runningRaces: { find: () => undefined }, projected })(caller, {
        scope: { weekendId, groupId },
        view: 'official',
        page: { limit: 100, offset: 0 },
        ifNoneMatch: undefined,
      })
    const all = [
      board(null),
      board(group.groupId),
      groupStandings(testDatabase)(caller, weekendId),
      myStats(testDatabase)(caller, weekendId),
      raceProgress(testDatabase)(caller, group),
      categoryStandings(testDatabase)(caller, group),
      readPicks(testDatabase).ofGroup(caller, group),
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
    const boards = leaderboardReadModel(testDatabase.database)
    const open = await boards.find(openCompetition(scenario.weekendId))
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
      await scenario.tip(ann, carId, scope).catch(async (error: unknown) => {
        const isClosed =
          error instanceof Error && 'code' in error && ['TIPS_CLOSED', 'TIPS_LOCKED'].includes(String(error.code))
        if (!isClosed) throw error
      })
    await testDatabase
      .database('tips')
      .where({ user_id: ann, weekend_id: scenario.weekendId })
      .update({ car_id: carId })
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
  return { scenario, group, qualifying, race, last, cars: [best!, second!], readWithEachTip }
}

test('no reply to a fan depends on a tip of another fan in an open category, whatever the rules', async () => {
  const { scenario, group, qualifying, race, last, cars, readWithEachTip } = await setUpScenario()
  const attempt = randomUUID()
  const select = (...selectedRaceIds: number[]) => scenario.rules(group, { selectedRaceIds })
  const steps: [string, () => Promise<unknown>][] = [
    ['nothing has locked', async () => {}],
    ['a race has locked', () => scenario.close(qualifying)],
    ['that race has a result', () => scenario.result(qualifying, cars)],
    ['the group selects only that race', () => select(qualifying)],
    ['the open competition selects only that race', () => scenario.filter([qualifying])],
    ['points are hidden', () => scenario.rules(group, { hidePointsUntilApproved: true })],
    ['points need an approval', () => scenario.rules(group, { preventPointsUntilApproved: true })],
    ['the group has other points', () => scenario.rules(group, { useCustomPoints: true })],
    ['tips lock with the first event', () => scenario.rules(group, { lockTipsAfterFirstEvent: true })],
    [
      'tips no longer lock with the first event',
      () => scenario.rules(group, { lockTipsAfterFirstEvent: false, hidePointsUntilApproved: false }),
    ],
    ['the group selects another race', () => select(qualifying, race)],
    ['the other race locks', () => scenario.close(race)],
    ['the group selects only the other race', () => select(race)],
    ['the last race closes for a write in progress', () => scenario.close(last, attempt)],
    [
      'that write is not stored',
      () => finalizeAttempt(testDatabase.database, { raceId: last, attempt, isStored: false }),
    ],
    ['the open competition selects all races again', () => scenario.filter([])],
  ]
  for (const [moment, step] of steps) {
    await step()
    const [first, second] = await readWithEachTip()
    expect({ moment, state: second }).toEqual({ moment, state: first })
  }
  await scenario.close(last)
  const [withFirst, withSecond] = await readWithEachTip()
  for (const watcher of [ADMIN, 'nobody']) expect(withSecond?.[watcher]).not.toEqual(withFirst?.[watcher])
}, 60_000)
