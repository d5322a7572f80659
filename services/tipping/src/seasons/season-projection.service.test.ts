import type { TestDatabase } from '@purple-sector/testing'
import { aSeason, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTippingDatabase } from '../../test/tipping-scenario.ts'
import { syncStates } from '../projections/sync-states.ts'
import { projectWeekend, type WeekendData } from '../projections/weekend-projection.ts'
import { findSeasonOfWeekend } from './season-of-weekend-read-model.ts'
import { projectSeason, type SeasonData } from './season-projection.ts'
import { findSeason } from './season-repository.ts'
import { markSeasonForRefresh } from './seasons-to-refresh-sql.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
beforeEach(() => testDatabase.database('seasons_to_refresh').delete())
afterAll(() => testDatabase.drop())

const project = (season: SeasonData) => testDatabase.database.transaction((sql) => projectSeason(sql, season))
const weekendOf = async (overrides: Partial<WeekendData> = {}): Promise<WeekendData> => {
  const weekend = aWeekend(overrides)
  await testDatabase.database.transaction((sql) => projectWeekend(sql, weekend))
  return weekend
}
const marks = () => testDatabase.database('seasons_to_refresh').select('season_id', 'group_id', 'is_full', 'user_ids')

test('stores a season with its rules and its rounds in order, with their weekends', async () => {
  const [first, second] = [await weekendOf({ status: 'completed' }), await weekendOf({ isActive: false })]
  const season = aSeason({
    countBest: 2,
    missedWeekend: 'average',
    jokers: 1,
    weekends: [
      { weekendId: second.id, round: 2, multiplier: 1.5 },
      { weekendId: first.id, round: 1, multiplier: 1 },
    ],
  })
  await project(season)
  const { weekends: _, deleted: __, ...fields } = season
  expect(await findSeason(testDatabase.database, season.id)).toEqual({
    ...fields,
    createdAt: new Date(season.createdAt),
    rounds: [
      {
        ...{ weekendId: first.id, round: 1, multiplier: 1, name: first.name, status: 'completed', isActive: true },
        ...{ startDate: first.startDate, endDate: first.endDate },
      },
      expect.objectContaining({ weekendId: second.id, round: 2, multiplier: 1.5, status: 'live', isActive: false }),
    ],
  })
  expect((await findSeasonOfWeekend(testDatabase.database, first.id))?.id).toBe(season.id)
})

test('replaces rounds and rules by those of a later state, and leaves out weekends that are deleted or unknown', async () => {
  const [first, second] = [await weekendOf(), await weekendOf()]
  const season = aSeason({ weekendIds: [first.id, second.id, 999_999] })
  await project(season)
  await project({ ...season, countBest: 5, weekends: [...season.weekends.slice(1)], version: 2 })
  expect(await findSeason(testDatabase.database, season.id)).toMatchObject({
    countBest: 5,
    version: 2,
    rounds: [{ weekendId: second.id }],
  })
  expect((await findSeasonOfWeekend(testDatabase.database, first.id))?.id).toBeUndefined()
  await testDatabase.database.transaction((sql) => projectWeekend(sql, { ...second, deleted: true }))
  expect(await findSeason(testDatabase.database, season.id)).toMatchObject({ rounds: [] })
})

test('a weekend that another season announces first is of the newer season until the older one gives it up', async () => {
  const weekend = await weekendOf()
  const older = aSeason({ weekendIds: [weekend.id] })
  const newer = aSeason({ weekendIds: [weekend.id] })
  await project(older)
  await project(newer)
  expect((await findSeasonOfWeekend(testDatabase.database, weekend.id))?.id).toBe(newer.id)
  await project({ ...older, weekends: [], version: 2 })
  expect((await findSeasonOfWeekend(testDatabase.database, weekend.id))?.id).toBe(newer.id)
})

test('a deleted season is gone with its rounds', async () => {
  const weekend = await weekendOf()
  const season = aSeason({ weekendIds: [weekend.id] })
  await project(season)
  await project({ ...season, deleted: true })
  expect(await findSeason(testDatabase.database, season.id)).toBeUndefined()
  expect((await findSeasonOfWeekend(testDatabase.database, weekend.id))?.id).toBeUndefined()
})

test('a season that is pushed is stored before the call is answered, and its event changes nothing', async () => {
  const weekend = await weekendOf()
  const season = aSeason({ weekendIds: [weekend.id] })
  const push = (sequence: number, data: SeasonData) =>
    syncStates({ database: testDatabase.database })({
      request: { season: { sequence, data }, categories: [], races: [], cars: [] },
    })
  await push(2, season)
  await push(1, { ...season, name: 'Older' })
  expect(await findSeason(testDatabase.database, season.id)).toMatchObject({ name: season.name })
})

test('marks its leaderboards when it changes, and when the status, the dates or the existence of a round do', async () => {
  const weekend = await weekendOf()
  const season = aSeason({ weekendIds: [weekend.id] })
  await project(season)
  const openMark = { season_id: season.id, group_id: null, is_full: false, user_ids: null }
  expect(await marks()).toEqual([openMark])
  const changes: Partial<WeekendData>[] = [{ status: 'completed' }, { startDate: '2026-01-01' }, { deleted: true }]
  let state = weekend
  for (const change of changes) {
    await testDatabase.database('seasons_to_refresh').delete()
    await testDatabase.database.transaction((sql) => projectWeekend(sql, { ...state, description: 'Changed' }))
    expect(await marks()).toEqual([])
    state = { ...state, ...change }
    await testDatabase.database.transaction((sql) => projectWeekend(sql, state))
    expect(await marks()).toEqual([openMark])
  }
})

test('marks the leaderboards of its groups too, with the users whose rows change', async () => {
  const season = aSeason()
  await testDatabase.database('season_boards').insert([
    { season_id: season.id, group_id: 7 },
    { season_id: season.id, group_id: null },
    { season_id: season.id + 1, group_id: 8 },
  ])
  await testDatabase.database.transaction((sql) => markSeasonForRefresh(sql, season.id, { userIds: ['ann'] }))
  const mark = { season_id: season.id, is_full: false, user_ids: ['ann'] }
  expect(await marks()).toEqual([
    { ...mark, group_id: null },
    { ...mark, group_id: 7 },
  ])
})
