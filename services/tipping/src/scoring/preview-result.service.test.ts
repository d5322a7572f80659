import type { Entry } from '@purple-sector/contracts/tipping/http'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { TestDatabase } from '@purple-sector/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  SUPERCARS,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { previewResult } from './preview-result.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const request = (scenario: TippingScenario, raceId: number, cars: number[]) => ({
  raceId,
  weekendId: scenario.weekendId,
  revision: 9,
  status: cars.length === 0 ? ('cancelled' as const) : ('official' as const),
  places: cars.map((carId, index) => ({ carId, place: index + 1 })),
})
const page = async (scenario: TippingScenario, limit: number): Promise<Entry[]> => {
  const boards = leaderboardReadModel(testDatabase.database)
  const board = await boards.find(openCompetition(scenario.weekendId))
  return (await boards.page(board!, { limit, offset: 0 })).entries
}
const versions = async (scenario: TippingScenario): Promise<Map<number, number>> => {
  const scopes = await testDatabase.database('scopes').where({ weekend_id: scenario.weekendId }).select('id', 'version')
  return new Map(scopes.map(({ id, version }) => [id, version]))
}
/** The participants whose award a revision of a race changed, on any board. */
const countRescored = async (raceId: number, revision: number): Promise<number> => {
  const awards = testDatabase.database('awards').where({ race_id: raceId })
  const changedAwards = awards.where((query) =>
    query.where({ from_revision: revision }).orWhere({ to_revision: revision }),
  )
  return (await changedAwards.distinct('user_id')).length
}

const scoreOf = ({ totalPoints, picks }: Entry): string => JSON.stringify([totalPoints, picks])
const distance = (before: Entry, after: Entry): number => Math.abs((before.position ?? 0) - (after.position ?? 0))

/** The movers between two states of a board: those who moved farthest first, then by name. */
const moversOf = (before: Entry[], after: Entry[]) =>
  before
    .flatMap((previous) => {
      const current = after.find(({ userId }) => userId === previous.userId)
      return current && scoreOf(current) !== scoreOf(previous) ? [{ previous, current }] : []
    })
    .toSorted((a, b) => {
      const byName = `${a.current.username} ${a.current.userId}` < `${b.current.username} ${b.current.userId}` ? -1 : 1
      return distance(b.previous, b.current) - distance(a.previous, a.current) || byName
    })
    .slice(0, 20)
    .map(({ previous, current }) => ({
      userId: current.userId,
      username: current.username,
      before: { position: previous.position, points: previous.totalPoints },
      after: { position: current.position, points: current.totalPoints },
    }))

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

const FANS = 24
const CARS = 6
const car = fc.integer({ min: 0, max: CARS - 1 })
const weekend = fc.record({
  /** The indexes of the races that the open competition counts; none means all. */
  counting: fc.subarray([0, 1, 2], { maxLength: 2 }),
  tips: fc.array(fc.record({ main: fc.option(car), support: fc.option(car) }), { minLength: FANS, maxLength: FANS }),
  isMember: fc.array(fc.boolean(), { minLength: FANS, maxLength: FANS }),
  steps: fc.array(
    fc.record({
      race: fc.integer({ min: 0, max: 3 }),
      finished: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 0, maxLength: CARS }),
      /** The same podium as the race's last revision, another row below it. */
      hasSamePodium: fc.boolean(),
      isRefreshed: fc.boolean(),
      /** A fan who submits a first tip meanwhile. */
      newcomer: fc.option(car),
    }),
    { minLength: 3, maxLength: 8, size: 'max' },
  ),
})

test('a preview equals the effect of publishing the result in every field, and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(weekend, async ({ counting, tips, isMember, steps }) => {
      const scenario = await createTippingScenario(testDatabase.database)
      const races = [
        await scenario.race(),
        await scenario.race({ sessionType: 'race2' }),
        await scenario.race({ category: SUPER2, pointsAwarded: { first: 3, second: 3, third: 0 } }),
        await scenario.race({ sessionType: 'practice' }),
      ]
      await scenario.filter(counting.map((index) => races[index]!))
      const cars = [await scenario.cars(CARS, SUPERCARS), await scenario.cars(CARS, SUPER2)]
      const groups = [
        await scenario.group(),
        await scenario.group({ useCustomPoints: true, selectedRaceIds: [races[0]!] }),
      ]
      for (const [index, { main, support }] of tips.entries()) {
        const fan = await scenario.fan(`fan${String(index).padStart(2, '0')}`)
        // A category in which no race counts takes no tips.
        if (main !== null) await scenario.tip(fan, cars[0]![main]!).catch(ignoreRefusal)
        if (support !== null) await scenario.tip(fan, cars[1]![support]!, { category: SUPER2 }).catch(ignoreRefusal)
        const group = isMember[index] ? groups[index % 2]! : undefined
        if (!group) continue
        await scenario.join(group, fan)
        if (main !== null) await scenario.tip(fan, cars[0]![main]!, group)
      }
      const last = new Map<number, number[]>()
      const revisions = new Map<number, number>()
      for (const [index, { race, finished, hasSamePodium, isRefreshed, newcomer }] of steps.entries()) {
        const raceId = races[race]!
        const order = finished.map((place) => cars[race === 2 ? 1 : 0]![place]!)
        const podium = last.get(raceId)?.slice(0, 3)
        const result = hasSamePodium && podium ? [...podium, ...order.filter((id) => !podium.includes(id))] : order
        if (newcomer !== null) {
          const fan = await scenario.fan(`newcomer${index}`)
          await scenario.tip(fan, cars[1]![newcomer]!, { category: SUPER2 }).catch(ignoreRefusal)
        }
        if (isRefreshed) {
          await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
          await refreshBoards(testDatabase.database)
        }
        const [before, versionsBefore] = [await page(scenario, 100), await versions(scenario)]
        const openPreview = await previewResult(testDatabase)(request(scenario, raceId, result))
        await scenario.close(raceId)
        const preview = await previewResult(testDatabase)(request(scenario, raceId, result))
        if (openPreview.open) expect(openPreview).toEqual({ ...preview, open: true, top: null, movers: [] })
        expect(await page(scenario, 100)).toEqual(before)
        expect(await versions(scenario)).toEqual(versionsBefore)

        const revision = (revisions.get(raceId) ?? 0) + 1
        revisions.set(raceId, revision)
        last.set(raceId, result)
        await scenario.result(raceId, result)
        const [after, raised] = [await page(scenario, 100), await versions(scenario)]
        const moved = after.filter(
          (row) => before.find(({ userId }) => userId === row.userId)?.position !== row.position,
        )
        expect(preview).toEqual({
          raceId,
          revision: 9,
          scopes: [...raised].filter(([id, version]) => versionsBefore.get(id) !== version).length,
          participantsChanged: await countRescored(raceId, revision),
          positionsMoved: moved.length,
          open: false,
          top: { before: before.slice(0, 10), after: after.slice(0, 10) },
          movers: moversOf(before, after),
        })
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

test('a revision with the same podium changes no position change, in the preview and after publishing', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [first, second] = [await scenario.race(), await scenario.race({ sessionType: 'race2' })]
  const cars = await scenario.cars(4)
  for (const [index, name] of ['ann', 'bob', 'cid'].entries())
    await scenario.tip(await scenario.fan(name), cars[index]!)
  await scenario.result(first, cars)
  await scenario.result(second, [cars[2]!, cars[1]!, cars[3]!])
  const positionChanges = (entries: Entry[] | undefined) =>
    entries?.map((entry) => [entry.username, entry.positionChange])
  const before = await page(scenario, 10)
  expect(positionChanges(before)).toEqual([
    ['cid', 2],
    ['ann', -1],
    ['bob', -1],
  ])
  const result = [cars[2]!, cars[1]!, cars[3]!, cars[0]!]
  expect(positionChanges((await previewResult(testDatabase)(request(scenario, second, result))).top?.after)).toEqual(
    positionChanges(before),
  )
  await scenario.result(second, result)
  expect(await page(scenario, 10)).toEqual(before)
})

test('a preview names no fan while the race accepts tips', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race({ startTime: new Date(Date.now() + 3_600_000).toISOString() })
  const cars = await scenario.cars(3)
  for (const [index, name] of ['ann', 'bob', 'cid'].entries())
    await scenario.tip(await scenario.fan(name), cars[index]!)
  for (const car of cars) {
    const preview = await previewResult(testDatabase)(request(scenario, race, [car]))
    expect(preview).toEqual({
      raceId: race,
      revision: 9,
      scopes: 1,
      participantsChanged: 1,
      positionsMoved: 3,
      open: true,
      top: null,
      movers: [],
    })
  }
  await testDatabase
    .database('races')
    .where({ race_id: race })
    .update({ locks_at: testDatabase.database.raw('clock_timestamp()') })
  expect(await previewResult(testDatabase)(request(scenario, race, [cars[1]!]))).toMatchObject({
    open: false,
    top: { after: [{ username: 'bob' }, { username: 'ann' }, { username: 'cid' }] },
    movers: [{ username: 'bob' }],
  })
})

test('a preview counts the boards of groups in which the race counts', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race()
  const cars = await scenario.cars(2)
  const ann = await scenario.fan('ann')
  const group = await scenario.group()
  await scenario.join(group, ann)
  await scenario.tip(ann, cars[0]!, group)
  await scenario.group({ selectedRaceIds: [1] })
  expect(await previewResult(testDatabase)(request(scenario, race, cars))).toMatchObject({
    scopes: 2,
    participantsChanged: 1,
    positionsMoved: 0,
  })
})
