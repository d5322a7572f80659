import { readExport } from '@purple-sector/service-kit/http/export-route'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { playJoker } from '../jokers/play-joker.ts'
import { exportParts } from './export-sql.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

test('an export has all awards of the user, replaced ones too, and of no other user', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race()
  const [a, b] = await scenario.cars(2)
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, a!)
  await scenario.tip(await scenario.fan('bob'), b!)
  await scenario.result(race, [a!, b!])
  await scenario.result(race, [b!, a!])
  expect(await readExport(testDatabase.database, exportParts, ann)).toMatchObject({
    names: [{ username: 'ann' }],
    tips: [{ groupId: null, history: [{}] }],
    awards: [
      { place: 1, points: 50, revision: 1, replacedByRevision: 2 },
      { place: 2, points: 25, revision: 2, replacedByRevision: null },
    ],
    standings: [{ totalPoints: 25, firsts: 0, seconds: 1 }],
    memberships: [],
  })
})

test('an export has the jokers of the user', async () => {
  const { database } = testDatabase
  const { weekendId } = await createTippingScenario(database, { name: 'Bathurst 500' })
  const season = aSeason({ name: '2027 Championship', jokers: 1, weekendIds: [weekendId] })
  await applySeason(database, season)
  const [ann, bob] = [aFan(), aFan()]
  await playJoker({ database })(ann, season.id, { weekendId })
  const joker = { season: '2027 Championship', weekend: 'Bathurst 500', playedAt: expect.anything() }
  expect((await readExport(database, exportParts, ann.userId)).jokers).toEqual([joker])
  expect((await readExport(database, exportParts, bob.userId)).jokers).toEqual([])
})

test('the export of an unknown user is empty', async () => {
  expect(Object.values(await readExport(testDatabase.database, exportParts, 'nobody')).flat()).toEqual([])
})
