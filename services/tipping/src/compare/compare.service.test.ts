import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason, aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectSeason } from '../seasons/season-projection.ts'
import { compareFans } from './compare-fans.ts'

let testDatabase: TestDatabase
let compare: ReturnType<typeof compareFans>
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
  compare = compareFans(testDatabase)
})
afterAll(() => testDatabase.drop())

const comparisonOf = async (you: string, them: string, seasonId?: number): Promise<Comparison> =>
  (await compare(aFan({ userId: you }), them, seasonId)).comparison
const projectSeasonOf = (weekendIds: number[], overrides: object = {}) =>
  testDatabase.database.transaction((sql) => projectSeason(sql, aSeason({ id: nextId(), weekendIds, ...overrides })))

/** A weekend with a scored race, a race to come and two fans on different cars, in the open competition and a group. */
const setUpWeekend = async (overrides: object = {}) => {
  const scenario = await createTippingScenario(testDatabase.database, { status: 'live', ...overrides })
  const raceId = await scenario.race({ name: 'Race 1' })
  const [winner, second] = await scenario.cars(2)
  return { scenario, raceId, winner: winner!, second: second! }
}

test('shows points, positions and revealed picks of the open competition and of groups that both are in', async () => {
  const { scenario, raceId, winner, second } = await setUpWeekend()
  const seasonId = nextId()
  await projectSeasonOf([scenario.weekendId], { id: seasonId })
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  const [shared, other] = [await scenario.group(), await scenario.group()]
  await scenario.join(shared, ann)
  await scenario.join(shared, bob)
  await scenario.join(other, bob)
  await scenario.tip(ann, winner)
  await scenario.tip(bob, second)
  await scenario.tip(bob, winner, shared)
  await scenario.tip(bob, winner, other)

  const before = await comparisonOf(ann, bob, seasonId)
  expect(before.competitions[0]?.weekends[0]?.categories).toEqual([])

  await scenario.result(raceId, [winner, second])
  const { competitions, ...fans } = await comparisonOf(ann, bob, seasonId)
  expect(fans).toMatchObject({
    seasonId,
    you: { userId: ann, username: 'ann' },
    them: { userId: bob, username: 'bob' },
  })
  const race = (you: object | null, them: object | null) => [{ raceId, name: 'Race 1', you, them }]
  expect(competitions).toMatchObject([
    {
      groupId: null,
      groupName: null,
      weekends: [
        {
          weekendId: scenario.weekendId,
          round: 1,
          you: { position: 1, points: 50 },
          them: { position: 2, points: 25 },
          categories: [{ categoryId: 1, races: race({ carId: winner, points: 50 }, { carId: second, points: 25 }) }],
        },
      ],
    },
    {
      groupId: shared.groupId,
      weekends: [
        {
          you: { position: 2, points: 0 },
          them: { position: 1, points: 50 },
          categories: [{ races: race(null, { carId: winner, points: 50 }) }],
        },
      ],
    },
  ])
  expect(competitions.map(({ groupId }) => groupId)).toEqual([null, shared.groupId])
})

test('keeps picks secret while a race of the category is open', async () => {
  const { scenario, raceId, winner } = await setUpWeekend()
  await scenario.race({ name: 'Race 2', sessionType: 'race2' })
  await projectSeasonOf([scenario.weekendId], { status: 'upcoming' })
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  for (const fan of [ann, bob]) await scenario.tip(fan, winner)
  await scenario.result(raceId, [winner])
  const seasonId = await testDatabase.database('season_rounds').where({ weekend_id: scenario.weekendId }).first()
  const { competitions } = await comparisonOf(ann, bob, seasonId.season_id)
  expect(competitions[0]?.weekends).toMatchObject([{ them: { points: 50 }, categories: [] }])
})

test('leaves out points and picks of a member whose points are hidden, but for the group’s admin', async () => {
  const { scenario, raceId, winner } = await setUpWeekend()
  const seasonId = nextId()
  await projectSeasonOf([scenario.weekendId], { id: seasonId, status: 'upcoming' })
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  const group = await scenario.group({ hidePointsUntilApproved: true })
  await scenario.join(group, 'group-admin')
  await scenario.join(group, ann)
  await scenario.join(group, bob, false)
  await testDatabase.database.transaction((sql) => projectUser(sql, aUser({ id: 'group-admin', username: 'boss' })))
  await scenario.tip(bob, winner, group)
  await scenario.result(raceId, [winner])
  const groupOf = ({ competitions }: Comparison) => competitions.find(({ groupId }) => groupId === group.groupId)
  expect(groupOf(await comparisonOf(ann, bob, seasonId))?.weekends).toMatchObject([
    { them: { position: null, points: null }, categories: [{ races: [{ them: null }] }] },
  ])
  const shown = [{ points: 50 }]
  const own = groupOf(await comparisonOf(bob, ann, seasonId))?.weekends
  expect(own?.map(({ you }) => you)).toMatchObject(shown)
  const ofAdmin = groupOf(await comparisonOf('group-admin', bob, seasonId))?.weekends
  expect(ofAdmin?.map(({ them }) => them)).toMatchObject(shown)
})

test('takes the current season unless one is named, and the last ten weekends without any', async () => {
  await testDatabase.database('seasons').delete()
  const { scenario, winner } = await setUpWeekend()
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  await scenario.tip(ann, winner)
  for (let count = 0; count < 11; count++)
    await createTippingScenario(testDatabase.database, { startDate: '2019-01-01' })
  const without = await comparisonOf(ann, bob)
  expect(without.seasonId).toBeNull()
  expect(without.competitions[0]?.weekends.at(-1)).toMatchObject({ round: null, you: { points: 0 }, them: null })

  const seasonId = nextId()
  await projectSeasonOf([scenario.weekendId], { id: seasonId })
  expect(await comparisonOf(ann, bob)).toMatchObject({ seasonId, competitions: [{ weekends: [{ round: 1 }] }] })
})

test('rejects an unknown or deleted fan, and an unknown season', async () => {
  const { scenario } = await setUpWeekend()
  const [ann, gone] = [await scenario.fan('ann'), await scenario.fan('gone')]
  await expect(comparisonOf(ann, 'unknown')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  await testDatabase.database.transaction((sql) => projectUser(sql, aUser({ id: gone, deleted: true })))
  await expect(comparisonOf(ann, gone)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  await expect(comparisonOf(ann, ann, 999_999)).rejects.toMatchObject({ code: 'SEASON_NOT_FOUND' })
})
