import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recomputeChances } from '../../test/recompute-chances.ts'
import { readRecordedScenario } from '../../test/recorded-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2, SUPERCARS } from '../../test/tipping-scenario.ts'
import { readWeekendChances } from './read-weekend-chances.ts'
import { NO_CHANCES } from './weekend-competition.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const ADMIN = 'group-admin'
const PAYS = { first: 50, second: 25, third: 15 }

const setUp = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const { weekendId } = scenario
  const ofWeekend = async (reader: ReturnType<typeof readWeekendChances>, userId: string) =>
    (await reader.ofWeekend(aFan({ userId }), weekendId)).chances
  // Each call reads the state again: it is shared for half a second.
  const open = (userId: string) => ofWeekend(readWeekendChances(testDatabase), userId)
  const inGroup = async (userId: string, { groupId }: { groupId: number }) =>
    (await readWeekendChances(testDatabase).ofGroup(aFan({ userId }), groupId, weekendId)).chances
  const setStatus = (carId: number, status: string) =>
    testDatabase.database('cars').where({ id: carId }).update({ status })
  return { ...scenario, ofWeekend, open, inGroup, setStatus }
}

describe('chances by points', () => {
  test('count open races, and locked ones with a tip on a car that is not out', async () => {
    const { open, race, cars, fan, tip, close, setStatus } = await setUp()
    const races = [await race({ pointsAwarded: PAYS }), await race({ pointsAwarded: PAYS, sessionType: 'race2' })]
    await race({ sessionType: 'practice' })
    const [one, two] = await cars(4)
    const [ann, bob] = [await fan('ann'), await fan('bob')]
    await tip(ann, one!)
    await close(races[0]!)
    await tip(bob, two!)
    expect(await open(ann)).toEqual({ maxReachable: 100, canWin: true, clinched: false, podiums: null, sentences: [] })
    expect(await open(bob)).toMatchObject({ maxReachable: 50, canWin: true })
    await setStatus(one!, 'dnf')
    expect(await open(ann)).toMatchObject({ maxReachable: 50 })
    await setStatus(one!, 'active')
    expect(await open(ann)).toMatchObject({ maxReachable: 100 })
    expect(await open('unknown')).toEqual(NO_CHANCES)
  })

  test('keep a locked race open for others until picks are visible, and end with a cancelled race', async () => {
    const { open, race, cars, fan, tip, close, result } = await setUp()
    const [first, second, last] = [
      await race({ pointsAwarded: PAYS }),
      await race({ pointsAwarded: PAYS, sessionType: 'race2' }),
      await race({ pointsAwarded: PAYS, sessionType: 'race3' }),
    ]
    const [one, two, three] = await cars(4)
    const [ann, bob] = [await fan('ann'), await fan('bob')]
    await tip(ann, one!)
    await result(first, [one!, two!, three!])
    await close(second)
    await tip(bob, two!)
    // Ann may not learn that bob had no tip in the second race: 100 points are possible for him.
    expect(await open(ann)).toMatchObject({ maxReachable: 150, clinched: false })
    expect(await open(bob)).toMatchObject({ maxReachable: 50, canWin: true })
    await close(last)
    expect(await open(ann)).toMatchObject({ clinched: false })
    await result(last, [])
    // Picks are visible: bob cannot earn any more.
    expect(await open(ann)).toMatchObject({ maxReachable: 100, clinched: true, canWin: true })
    expect(await open(bob)).toMatchObject({ maxReachable: 0, canWin: false, clinched: false })
  })

  test('are none in an unknown weekend, and only for members of the group', async () => {
    const { weekendId, group, join, fan } = await setUp()
    const chances = readWeekendChances(testDatabase)
    const [own, other] = [await group(), await group()]
    const ann = await fan('ann')
    await join(own, ann)
    const caller = aFan({ userId: ann })
    expect(await chances.ofWeekend(caller, 2_000_000)).toEqual({ chances: NO_CHANCES, changedAt: null })
    await expect(chances.ofGroup(caller, other.groupId, weekendId)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
    await expect(chances.ofGroup(caller, own.groupId, 2_000_000)).rejects.toMatchObject({ code: 'WEEKEND_NOT_FOUND' })
  })
})

describe('chances by podiums', () => {
  const setUpLastRace = async () => {
    const steps = await setUp()
    const [first, last] = [
      await steps.race({ pointsAwarded: PAYS }),
      await steps.race({ pointsAwarded: PAYS, sessionType: 'race2' }),
    ]
    const carIds = await steps.cars(4)
    const [ann, bob] = [await steps.fan('ann'), await steps.fan('bob')]
    return { ...steps, first, last, carIds, ann, bob }
  }

  test('appear once the last race has locked, and say what must happen', async () => {
    const { open, tip, result, close, first, last, carIds, ann, bob } = await setUpLastRace()
    const [one, two, three] = carIds
    await tip(ann, one!)
    await tip(bob, two!)
    await result(first, [one!, two!, three!])
    expect(await open(bob)).toMatchObject({ podiums: null, sentences: [] })
    await close(last, randomUUID())
    expect(await open(bob)).toMatchObject({ podiums: null })
    await close(last)
    const [plateOfAnn, plateOfBob] = await testDatabase
      .database('cars')
      .whereIn('id', [one!, two!])
      .orderBy('id')
      .pluck('plate')
    // Ann leads by 25 points; both have 75 points and equal picks where bob's car wins before hers.
    expect(await open(bob)).toEqual({
      maxReachable: 75,
      canWin: true,
      clinched: false,
      podiums: { total: 24, win: 6, top3: 24 },
      sentences: [`You win if #${plateOfBob} wins.`],
    })
    expect(await open(ann)).toMatchObject({
      podiums: { total: 24, win: 20 },
      sentences: [`You win unless #${plateOfBob} wins and #${plateOfAnn} is not second.`],
    })
    await result(last, [three!, one!, two!])
    expect(await open(bob)).toMatchObject({ maxReachable: 40, canWin: false, podiums: null, sentences: [] })
    expect(await open(ann)).toMatchObject({ maxReachable: 75, clinched: true })
  })

  test('are computed once for simultaneous callers, and again for a result and for another list of cars', async () => {
    const { open, ofWeekend, weekendId, tip, close, result, setStatus, first, last, carIds, ann, bob } =
      await setUpLastRace()
    const [one, two, three, four] = carIds
    await tip(ann, one!)
    await tip(bob, two!)
    await result(first, carIds)
    await close(last)
    const statements: string[] = []
    const listen = ({ sql }: { sql: string }) => void statements.push(sql)
    testDatabase.database.on('query', listen)
    const reader = readWeekendChances(testDatabase)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ofWeekend(reader, index % 2 ? ann : bob)),
    )
    testDatabase.database.off('query', listen)
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(2)
    expect(statements.filter((sql) => sql.includes('row_number() over'))).toHaveLength(1)
    expect(statements.filter((sql) => sql.includes('"adminUserId"'))).toHaveLength(2)
    expect(statements.length).toBeLessThan(10)
    await result(first, [four!, three!, two!])
    const changed = await reader.ofWeekend(aFan({ userId: ann }), weekendId)
    expect(changed).toEqual({ chances: await open(ann), changedAt: expect.any(Date) })
    expect(changed.chances).toMatchObject({ maxReachable: 50 })
    await setStatus(four!, 'retired')
    expect(await open(bob)).toMatchObject({ podiums: { total: 6 } })
    await setStatus(three!, 'retired')
    expect(await open(bob)).toMatchObject({ podiums: null, sentences: [], maxReachable: 65 })
  })

  test('leave out members with hidden points, except for themselves and the admin', async () => {
    const { inGroup, group, join, tip, close, result, approve, leave, first, last, carIds, ann, bob } =
      await setUpLastRace()
    const own = await group({ hidePointsUntilApproved: true })
    await join(own, ADMIN)
    await join(own, ann)
    await join(own, bob, false)
    const [one, two, three, four] = carIds
    for (const [user, car] of [
      [ADMIN, four!],
      [ann, two!],
      [bob, one!],
    ] as const)
      await tip(user, car, own)
    await result(first, [one!, two!, three!])
    await close(last)
    const winsOf = async (...users: string[]) =>
      Promise.all(users.map(async (user) => (await inGroup(user, own)).podiums?.win))
    // Ann has 25 points and tipped car two, bob 50 and car one, the admin none and car four.
    expect(await winsOf(ADMIN, ann, bob)).toEqual([2, 18, 20])
    await approve(own, bob)
    expect(await winsOf(ann)).toEqual([6])
    await leave(own, bob)
    expect(await winsOf(ann)).toEqual([18])
  })
})

const FANS = 5
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const [fan, race, scopeIndex] = [index(FANS), index(4), fc.option(index(2), { nil: null, freq: 2 })]
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('tip' as const),
      fan,
      scope: scopeIndex,
      category: index(2),
      car: index(4),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('join' as const), fan, group: index(2), isApproved: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('approve' as const), fan, group: index(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), fan, group: index(2) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('close' as const), race }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('result' as const),
      race,
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 0 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

test('chances are those of boards recomputed for each podium, in generated weekends', async () => {
  let [withPodiums, compared] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 25 }),
      fc.option(index(4)),
      fc.array(index(8), { maxLength: 2 }),
      async (steps, lastRace, out) => {
        const scenario = await setUp()
        const { database } = testDatabase
        const races: number[] = []
        for (const [category, sessionType] of [
          [SUPERCARS, 'qualifying'],
          [SUPERCARS, 'race1'],
          [SUPER2, 'race1'],
          [SUPER2, 'race2'],
        ] as const)
          races.push(await scenario.race({ category, sessionType, pointsAwarded: { first: 10, second: 5, third: 5 } }))
        const cars = [await scenario.cars(4, SUPERCARS), await scenario.cars(4, SUPER2)]
        const fans = [ADMIN]
        for (let each = 1; each < FANS; each++) fans.push(await scenario.fan(`fan${each}`))
        const groups = [
          await scenario.group({ hidePointsUntilApproved: true, preventPointsUntilApproved: true }),
          await scenario.group({ useCustomPoints: true, customPoints: { 1: { first: 9, second: 7, third: 2 } } }),
        ]
        const cancelled = new Set<number>()
        const finish = async (raceId: number, order: number[]) => {
          const carIds = cars[races.indexOf(raceId) < 2 ? 0 : 1]!
          await scenario.result(raceId, order.length < 3 ? [] : order.map((car) => carIds[car]!))
          if (order.length < 3) cancelled.add(raceId)
          else cancelled.delete(raceId)
        }
        const perform = async (action: Step): Promise<unknown> => {
          switch (action.does) {
            case 'tip': {
              const groupId = action.scope === null ? undefined : groups[action.scope]?.groupId
              const options = {
                category: [SUPERCARS, SUPER2][action.category]!,
                ...(groupId !== undefined && { groupId }),
              }
              return scenario.tip(fans[action.fan]!, cars[action.category]![action.car]!, options).catch(ignoreRefusal)
            }
            case 'join':
              return scenario.join(groups[action.group]!, fans[action.fan]!, action.isApproved)
            case 'approve':
              return scenario.approve(groups[action.group]!, fans[action.fan]!)
            case 'leave':
              return scenario.leave(groups[action.group]!, fans[action.fan]!)
            case 'close':
              return scenario.close(races[action.race]!)
            case 'result':
              return finish(races[action.race]!, action.order)
          }
        }
        for (const action of steps) await perform(action)
        if (lastRace !== null)
          for (const [position, raceId] of races.entries()) {
            await scenario.close(raceId)
            const isScored =
              (await database('races').where({ race_id: raceId }).first('scored_revision')).scored_revision !== null
            if (position !== lastRace && !isScored) await finish(raceId, [0, 1, 2])
          }
        const carIds = cars.flat()
        for (const position of out) await scenario.setStatus(carIds[position]!, 'retired')
        const running = new Map(
          cars.map((ids, position) => [
            position === 0 ? 1 : 3,
            ids.filter((id) => !out.some((each) => carIds[each] === id)),
          ]),
        )
        const recorded = await readRecordedScenario(database, scenario.weekendId)
        for (const scope of recorded.scopes) {
          const group = groups.find(({ scopeId }) => scopeId === scope.id)
          const members = scope.memberships.filter(({ leftAt }) => leftAt === null).map(({ userId }) => userId)
          for (const viewer of group ? members : fans) {
            const found = await (group ? scenario.inGroup(viewer, group) : scenario.open(viewer))
            const { sentences, ...figures } = found
            expect(figures).toEqual(recomputeChances(recorded, scope, viewer, { cancelled, cars: running }))
            expect(sentences.length > 0).toBe(figures.podiums !== null)
            compared += 1
            withPodiums += Number(figures.podiums !== null)
          }
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(100)
  expect(withPodiums).toBeGreaterThan(10)
}, 240_000)
