import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aRace, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { categoryStandings } from './category-standings-read-model.ts'
import { raceProgress } from './race-progress-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const setUpGroup = async (rules: Parameters<TippingScenario['group']>[0] = {}) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [qualifying, race] = [await scenario.race({ sessionType: 'qualifying' }), await scenario.race()]
  const support = await scenario.race({ category: SUPER2 })
  const cars = await scenario.cars(3)
  const [other] = await scenario.cars(1, SUPER2)
  const group = await scenario.group(rules)
  const [ann, bob, cat] = [await scenario.fan('ann'), await scenario.fan('bob'), await scenario.fan('cat')]
  await scenario.join(group, ann)
  await scenario.join(group, bob)
  const progress = (userId: string) => raceProgress(testDatabase)(aFan({ userId }), group)
  const standings = (userId: string) => categoryStandings(testDatabase)(aFan({ userId }), group)
  return { scenario, qualifying, race, support, cars, other: other!, group, ann, bob, cat, progress, standings }
}

describe('race progress of a group', () => {
  test('shows the number of members with a tip and, once there is a result, the members with the most points', async () => {
    const { scenario, qualifying, race, support, cars, ann, bob, group, progress } = await setUpGroup()
    await scenario.tip(ann, cars[0]!, group)
    await scenario.close(qualifying)
    await scenario.tip(bob, cars[1]!, group)
    await scenario.result(race, cars)
    expect(await progress(ann)).toMatchObject([
      { raceId: qualifying, tipped: 1, participants: 2, topPerformers: null, scheduledTime: null },
      {
        raceId: race,
        tipped: 2,
        topPerformers: [
          { userId: ann, username: 'ann', points: 50 },
          { userId: bob, points: 25 },
        ],
      },
      { raceId: support, category: SUPER2, tipped: 0, topPerformers: null },
    ])
    await scenario.result(race, [])
    expect((await progress(ann))[1]).toMatchObject({ topPerformers: null })
  })

  test('shows the completion time that weekends published', async () => {
    const { scenario, race, ann, progress } = await setUpGroup()
    const completedAt = hoursFromNow(-1)
    await scenario.race({ id: race, status: 'completed', completedAt, startTime: hoursFromNow(-2) })
    expect((await progress(ann)).find(({ raceId }) => raceId === race)).toMatchObject({
      status: 'completed',
      completedAt,
    })
  })

  test('counts only present memberships: none that ended, nor an earlier one of the same user', async () => {
    const { scenario, race, cars, ann, bob, group, progress, standings } = await setUpGroup()
    await scenario.tip(ann, cars[0]!, group)
    await scenario.tip(bob, cars[0]!, group)
    await scenario.result(race, cars)
    await scenario.leave(group, ann)
    await scenario.rejoin(group, bob)
    expect((await progress(bob))[1]).toMatchObject({ tipped: 0, participants: 1, topPerformers: [] })
    expect((await standings(bob))[0]).toMatchObject({ top: [{ userId: bob, points: 0 }] })
    await expect(progress(ann)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
    await expect(standings(ann)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  })

  test('leaves out races that the group did not select', async () => {
    const { scenario, race, ann, group, progress, standings } = await setUpGroup()
    await scenario.rules(group, { selectedRaceIds: [race] })
    expect((await progress(ann)).map(({ raceId }) => raceId)).toEqual([race])
    expect(await standings(ann)).toHaveLength(1)
  })
})

describe('category standings of a group', () => {
  test('list members by points in its races, by the group’s own points', async () => {
    const custom = { useCustomPoints: true, customPoints: { 1: { first: 100, second: 40, third: 20 } } }
    const { scenario, qualifying, race, support, cars, other, ann, bob, group, standings } = await setUpGroup(custom)
    await scenario.tip(ann, cars[1]!, group)
    await scenario.tip(bob, cars[2]!, group)
    await scenario.tip(bob, other, { ...group, category: SUPER2 })
    for (const each of [qualifying, race]) await scenario.result(each, cars)
    await scenario.result(support, [other])
    const rows = await standings(ann)
    expect(rows).toMatchObject([
      {
        categoryId: 1,
        top: [
          { userId: ann, points: 80 },
          { userId: bob, points: 40 },
        ],
      },
      {
        category: SUPER2,
        top: [
          { userId: bob, points: 25 },
          { userId: ann, points: 0 },
        ],
      },
    ])
  })

  test('list at most five members', async () => {
    const { scenario, ann, group, standings } = await setUpGroup()
    for (const name of ['dan', 'eve', 'fay', 'gil']) await scenario.join(group, await scenario.fan(name))
    expect((await standings(ann))[0]?.top.map(({ username }) => username)).toEqual(['ann', 'bob', 'dan', 'eve', 'fay'])
  })
})

test('points that a group hides are visible only to their member and the admin', async () => {
  const { scenario, race, cars, ann, bob, cat, group, progress, standings } = await setUpGroup({
    hidePointsUntilApproved: true,
  })
  await scenario.join(group, cat, false)
  await scenario.join(group, 'group-admin')
  await scenario.tip(ann, cars[1]!, group)
  await scenario.tip(cat, cars[0]!, group)
  await scenario.result(race, cars)
  const best = async (userId: string) => (await progress(userId))[1]?.topPerformers
  const top = async (userId: string) => (await standings(userId))[0]?.top.map(({ userId: id, points }) => [id, points])
  const admin = 'group-admin'
  expect(await best(bob)).toMatchObject([{ userId: ann, points: 25 }])
  expect(await top(bob)).toEqual([
    [ann, 25],
    [admin, 0],
    [bob, 0],
    [cat, null],
  ])
  for (const viewer of [cat, admin]) {
    expect(await best(viewer)).toMatchObject([{ userId: cat, points: 50 }, { userId: ann }])
    expect(await top(viewer)).toEqual([
      [ann, 25],
      [admin, 0],
      [bob, 0],
      [cat, 50],
    ])
  }
  await scenario.approve(group, cat)
  expect(await best(bob)).toMatchObject([{ userId: cat, points: 50 }, { userId: ann }])
  expect((await top(bob))?.[0]).toEqual([cat, 50])
})

test('rows with hidden points are sorted by name, because their order would reveal the points', async () => {
  const { scenario, race, cars, ann, bob, cat, group, standings } = await setUpGroup({ hidePointsUntilApproved: true })
  const dan = await scenario.fan('dan')
  await scenario.join(group, cat, false)
  await scenario.join(group, dan, false)
  await scenario.join(group, 'group-admin')
  await scenario.tip(bob, cars[1]!, group)
  await scenario.tip(dan, cars[0]!, group)
  await scenario.result(race, cars)
  for (const viewer of [ann, 'group-admin', dan])
    expect((await standings(viewer))[0]?.top.map(({ userId }) => userId)).toEqual([bob, ann, 'group-admin', cat, dan])
})

describe('a race that locked before its group was founded', () => {
  const setUpLateGroup = async (
    choose: (races: { qualifying: number; race: number }) => Parameters<TippingScenario['group']>[0],
  ) => {
    const scenario = await createTippingScenario(testDatabase.database)
    const [qualifying, race] = [await scenario.race({ sessionType: 'qualifying' }), await scenario.race()]
    const cars = await scenario.cars(3)
    const ann = await scenario.fan('ann')
    await scenario.race({ id: qualifying, sessionType: 'qualifying', status: 'running' })
    await scenario.close(qualifying)
    const group = await scenario.group(choose({ qualifying, race }))
    await scenario.join(group, ann)
    const progress = () => raceProgress(testDatabase)(aFan({ userId: ann }), group)
    return { scenario, qualifying, race, cars, ann, group, progress }
  }

  test('is listed, earns no points, and does not block tips for the other races', async () => {
    const { scenario, qualifying, race, cars, ann, group, progress } = await setUpLateGroup(() => ({}))
    await scenario.tip(ann, cars[0]!, group)
    const expectedProgress = (topPerformers: [] | null) => [
      { raceId: qualifying, tipped: 0, participants: 1, topPerformers },
      { raceId: race, tipped: 1, topPerformers: null },
    ]
    expect(await progress()).toMatchObject(expectedProgress(null))
    await scenario.result(qualifying, cars)
    expect(await progress()).toMatchObject(expectedProgress([]))
  })

  test('locks the tips of a group that locks them after the first event', async () => {
    const { scenario, cars, ann, group } = await setUpLateGroup(() => ({ lockTipsAfterFirstEvent: true }))
    await expect(scenario.tip(ann, cars[0]!, group)).rejects.toMatchObject({ code: 'TIPS_LOCKED' })
  })

  test('counts by the first selection of the group, not by a later one', async () => {
    const { scenario, race, cars, ann, group, progress } = await setUpLateGroup(({ race }) => ({
      selectedRaceIds: [race],
      lockTipsAfterFirstEvent: true,
    }))
    await scenario.rules(group, { selectedRaceIds: [] })
    await scenario.tip(ann, cars[0]!, group)
    expect(await progress()).toMatchObject([{ raceId: race }])
  })

  test('continues to count after a change of its selection', async () => {
    const { scenario, race, cars, ann, group } = await setUpLateGroup(() => ({ lockTipsAfterFirstEvent: true }))
    await scenario.rules(group, { selectedRaceIds: [race] })
    await expect(scenario.tip(ann, cars[0]!, group)).rejects.toMatchObject({ code: 'TIPS_LOCKED' })
  })
})

describe('a group that locks tips after the first event', () => {
  const locked = { code: 'TIPS_LOCKED' }
  const started = { sessionType: 'qualifying', status: 'running' } as const

  test('keeps tips locked by a race that was running, even if it is set upcoming again', async () => {
    const { scenario, qualifying, cars, ann, group } = await setUpGroup({ lockTipsAfterFirstEvent: true })
    await scenario.tip(ann, cars[0]!, group)
    await scenario.race({ id: qualifying, ...started })
    await expect(scenario.tip(ann, cars[1]!, group)).rejects.toMatchObject(locked)
    await scenario.race({ id: qualifying, sessionType: 'qualifying' })
    await expect(scenario.tip(ann, cars[1]!, group)).rejects.toMatchObject(locked)
    await scenario.tip(ann, cars[1]!)
  })

  test('keeps tips locked by a race that started by its time, even if it is moved later', async () => {
    const { scenario, qualifying, cars, ann, group } = await setUpGroup({ lockTipsAfterFirstEvent: true })
    await scenario.race({ id: qualifying, sessionType: 'qualifying', startTime: hoursFromNow(-1) })
    await scenario.race({ id: qualifying, sessionType: 'qualifying', startTime: hoursFromNow(2) })
    await expect(scenario.tip(ann, cars[0]!, group)).rejects.toMatchObject(locked)
  })

  test('opens tips again after a reopening, until the race starts', async () => {
    const { scenario, qualifying, cars, ann, group } = await setUpGroup({ lockTipsAfterFirstEvent: true })
    await scenario.race({ id: qualifying, ...started })
    await scenario.race({ id: qualifying, sessionType: 'qualifying', reopened: 1, startTime: hoursFromNow(2) })
    await scenario.tip(ann, cars[0]!, group)
  })

  test('is not locked by practice or by a race that does not count', async () => {
    const { scenario, qualifying, race, cars, ann, group } = await setUpGroup({ lockTipsAfterFirstEvent: true })
    await scenario.race(aRace({ weekendId: scenario.weekendId, sessionType: 'practice', status: 'running' }))
    await scenario.rules(group, { selectedRaceIds: [race] })
    await scenario.race({ id: qualifying, ...started })
    await scenario.tip(ann, cars[0]!, group)
    await scenario.race({ id: race, status: 'running' })
    await expect(scenario.tip(ann, cars[1]!, group)).rejects.toMatchObject({ code: 'TIPS_LOCKED' })
  })
})
