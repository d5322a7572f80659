import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { republish } from '@purple-sector/messaging'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../test/tipping-scenario.ts'
import { republishers } from './republishers.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

test('republished tips have their current state, without those of an ended membership', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  await scenario.race()
  const [first, second] = await scenario.cars(2)
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  const group = await scenario.group()
  for (const fan of [ann, bob]) await scenario.join(group, fan)
  await scenario.tip(ann, first!)
  await scenario.tip(ann, second!)
  await scenario.tip(ann, first!, group)
  await scenario.tip(bob, first!, group)
  await scenario.leave(group, bob)
  await testDatabase.database('outbox').delete()

  const types = [tipSubmitted.type]
  expect(await republish(testDatabase.database, republishers, { requestId: 'engagement:1', types })).toEqual({
    events: 2,
  })
  const republished = await testDatabase.database('outbox').orderBy('id')
  expect(republished.map(({ republish }) => republish)).toEqual(['engagement:1', 'engagement:1'])
  const { weekendId } = scenario
  expect(republished.map(({ data }) => tipSubmitted.data.parse(data))).toMatchObject([
    { userId: ann, weekendId, groupId: null, carId: second, isNew: true },
    { userId: ann, weekendId, groupId: group.groupId, carId: first, isNew: true },
  ])
})
