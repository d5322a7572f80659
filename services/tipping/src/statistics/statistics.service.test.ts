import type { Performance, WeekendFigures } from '@purple-sector/contracts/tipping/http'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest } from '../../test/create-test-tipping.ts'
import { recompute } from '../../test/recompute.ts'
import { readRecordedScenario } from '../../test/recorded-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2, SUPERCARS } from '../../test/tipping-scenario.ts'
import { historyOf } from './performance.ts'
import { readStatistics } from './statistics-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase?.drop())

const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('tip' as const), weekend: index(2), fan: index(3), car: index(6) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const), weekend: index(2), race: index(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('result' as const),
      weekend: index(2),
      race: index(4),
      finished: fc.shuffledSubarray([0, 1, 2], { minLength: 0 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('filter' as const), weekend: index(2), races: fc.subarray([0, 1, 2, 3]) }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

const startWeekend = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const races = []
  for (const [category, sessionType] of [
    [SUPERCARS, 'qualifying'],
    [SUPERCARS, 'race1'],
    [SUPER2, 'race1'],
    [SUPER2, 'practice'],
  ] as const)
    races.push(await scenario.race({ category, sessionType }))
  const cars = [...(await scenario.cars(3, SUPERCARS)), ...(await scenario.cars(3, SUPER2))]
  return { scenario, races, cars }
}

const playSteps = async (steps: Step[]) => {
  const weekends = [await startWeekend(), await startWeekend()]
  const [first] = weekends
  const fans = [await first!.scenario.fan('ann'), await first!.scenario.fan('bob'), await first!.scenario.fan('cat')]
  for (const step of steps) {
    const { scenario, races, cars } = weekends[step.weekend]!
    if (step.does === 'tip')
      await scenario
        .tip(fans[step.fan]!, cars[step.car]!, { category: step.car < 3 ? SUPERCARS : SUPER2 })
        .catch(ignoreRefusal)
    else if (step.does === 'close') await scenario.close(races[step.race]!)
    else if (step.does === 'filter') await scenario.filter(step.races.map((race) => races[race]!))
    else {
      const categoryCars = step.race < 2 ? cars.slice(0, 3) : cars.slice(3)
      await scenario.result(
        races[step.race]!,
        step.finished.map((place) => categoryCars[place]!),
      )
    }
  }
  return { weekendIds: weekends.map(({ scenario }) => scenario.weekendId), fans }
}

/** Recomputes the statistics of a fan's weekend; empty for a fan without a tip in it. */
const expectedOf = async (weekendId: number, userId: string) => {
  const recorded = await readRecordedScenario(testDatabase.database, weekendId)
  const scope = recorded.scopes.find(({ isGroup }) => !isGroup)!
  const { awards, rows } = recompute(recorded).find(({ scopeId }) => scopeId === scope.id)!
  const row = rows.find((each) => each.userId === userId)
  if (!row) return []
  const countedRaces = recorded.races.filter(({ raceId, categoryId, sessionType, locksAt, podium }) => {
    if (podium === null || locksAt === null || sessionType === 'practice') return false
    const rules = scope.rules.findLast(({ inForceFrom }) => inForceFrom === null || inForceFrom <= locksAt)!.rules
    return (
      (rules.selectedRaceIds.length === 0 || rules.selectedRaceIds.includes(raceId)) &&
      scope.tips.some(
        (tip) =>
          tip.userId === userId &&
          tip.categoryId === categoryId &&
          tip.revisions.some(({ submittedAt }) => submittedAt < locksAt),
      )
    )
  })
  const correctTips = countedRaces.filter(({ raceId }) =>
    awards.some((award) => award.raceId === raceId && award.userId === userId && award.points > 0),
  ).length
  return [
    {
      weekendId,
      points: row.totalPoints,
      rank: row.position,
      participants: rows.length,
      correctTips,
      totalTips: countedRaces.length,
    },
  ]
}

test('statistics equal the recomputed ones of generated weekends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 30, size: 'max' }), async (steps) => {
      const { weekendIds, fans } = await playSteps(steps)
      for (const userId of fans) {
        const expected = (await Promise.all(weekendIds.map((id) => expectedOf(id, userId)))).flat()
        const { weekends, tips } = await readStatistics(testDatabase.database, userId)
        const history = historyOf(weekends, tips).map(
          ({ weekendId, points, rank, participants, correctTips, totalTips }) => ({
            ...{ weekendId, points, rank, participants, correctTips, totalTips },
          }),
        )
        expect(history.toSorted((a, b) => a.weekendId - b.weekendId)).toEqual(expected)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

test('a tip counts as changed if it had been changed before the race locked', async () => {
  const { scenario, races, cars } = await startWeekend()
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, cars[0]!)
  await scenario.result(races[0]!, [cars[0]!])
  await scenario.tip(ann, cars[1]!)
  await scenario.result(races[1]!, [cars[0]!])
  const { tips } = await readStatistics(testDatabase.database, ann)
  expect(tips).toMatchObject([
    { place: 1, points: 50, isChanged: false, category: SUPERCARS },
    { place: null, points: 0, isChanged: true },
  ])
})

test('statistics are visible to their user only', async () => {
  const tipping = await createTippingTest()
  try {
    const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
    const { weekend, carIds, publish } = await tipping.setUpWeekend([ann, bob])
    await publish(carIds, 1)
    const performance = () => tipping.read<Performance>(ann, '/api/analytics/performance')
    await vi.waitFor(async () => expect(await performance()).toMatchObject({ totalPoints: 50, bestRank: 1 }), {
      timeout: 30_000,
    })
    expect(await performance()).toMatchObject({
      totalWeekends: 1,
      averageAccuracy: 100,
      recentPerformance: [{ weekendId: weekend.id, name: weekend.name, startDate: weekend.startDate, participants: 2 }],
    })
    expect(await tipping.read<WeekendFigures[]>(ann, '/api/analytics/history')).toMatchObject([
      { weekendId: weekend.id, points: 50, rank: 1, correctTips: 1, totalTips: 1, accuracy: 100, status: 'live' },
    ])
    const getPerformance = (userId: string) => tipping.get(ann, `/api/analytics/performance?userId=${userId}`)
    expect((await getPerformance(ann.userId)).status).toBe(200)
    expect(await getPerformance(bob.userId)).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_ANALYTICS' } })
    for (const path of ['performance', 'history'])
      expect((await tipping.visitor('GET', `/api/analytics/${path}`)).status).toBe(401)
    expect(await tipping.read(aFan(), '/api/analytics/history')).toEqual([])
  } finally {
    await tipping.close()
  }
})
