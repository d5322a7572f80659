import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { republish } from '@purple-sector/messaging'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, startGame } from '../test/game.ts'
import { republishers } from './republishers.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

test('republished tips have their current state, without those of an ended membership', async () => {
  const game = await startGame(testDatabase.database)
  await game.race()
  const [first, second] = await game.cars(2)
  const [ann, bob] = [await game.fan('ann'), await game.fan('bob')]
  const group = await game.group()
  for (const fan of [ann, bob]) await game.join(group, fan)
  await game.tip(ann, first!)
  await game.tip(ann, second!)
  await game.tip(ann, first!, group)
  await game.tip(bob, first!, group)
  await game.leave(group, bob)
  await testDatabase.database('outbox').delete()

  const types = [tipSubmitted.type]
  expect(await republish(testDatabase.database, republishers, { requestId: 'engagement:1', types })).toEqual({
    events: 2,
  })
  const republished = await testDatabase.database('outbox').orderBy('id')
  expect(republished.map(({ republish }) => republish)).toEqual(['engagement:1', 'engagement:1'])
  const { weekendId } = game
  expect(republished.map(({ data }) => tipSubmitted.data.parse(data))).toMatchObject([
    { userId: ann, weekendId, groupId: null, carId: second, isNew: true },
    { userId: ann, weekendId, groupId: group.groupId, carId: first, isNew: true },
  ])
})
