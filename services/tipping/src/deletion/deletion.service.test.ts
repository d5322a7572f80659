import type { TestDatabase } from '@purple-sector/testing'
import { aRace, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardReadModel } from '../boards/board-read-model.ts'
import { refreshBoards } from '../boards/refresh-boards.ts'
import { projectRace } from '../projections/race-projection.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { scoreRace } from '../scoring/score-race.ts'
import { createTippingDatabase, SUPER2, startGame } from '../testing/game.ts'
import { removeDeletedWeekends } from './remove-deleted-weekends.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTippingDatabase()
})
afterAll(() => clone.drop())

test('a deleted weekend takes everything along and never comes back', async () => {
  const game = await startGame(clone.database)
  const race = await game.race()
  const [car] = await game.cars(1)
  const ann = await game.fan('ann')
  const group = await game.group()
  await game.join(group.scopeId, ann)
  await game.tip(ann, car!)
  await game.tip(ann, car!, group)
  await game.result(race, [car!])
  await game.publish(race, [])
  const weekend = aWeekend({ id: game.weekendId })
  await clone.database.transaction((sql) => projectWeekend(sql, { ...weekend, deleted: true }))
  await expect(game.tip(await game.fan('late'), car!)).rejects.toThrow()
  expect(await scoreRace(clone)(race)).toBe('nothing to do')
  await removeDeletedWeekends(clone.database)
  await clone.database.transaction((sql) => projectWeekend(sql, weekend))
  for (const table of ['tips', 'scopes', 'sessions', 'cars', 'classifications', 'scoring_requests'])
    expect(await clone.database(table).where({ weekend_id: game.weekendId })).toEqual([])
  for (const table of ['awards', 'standings', 'standing_ranks', 'memberships', 'tip_revisions', 'scope_rules'])
    expect(await clone.database(table)).toEqual([])
  expect(await clone.database('weekends').where({ id: game.weekendId })).toEqual([])
})

test('tips go with the last race of their category, their owners are told, and the board forgets who has no other', async () => {
  const game = await startGame(clone.database)
  await game.race()
  const only = aRace({ weekendId: game.weekendId, category: SUPER2, startTime: null })
  await game.race(only)
  const [main] = await game.cars(1)
  const [support] = await game.cars(1, SUPER2)
  const [ann, bob] = [await game.fan('ann'), await game.fan('bob')]
  await game.tip(ann, main!)
  await game.tip(ann, support!, { category: SUPER2 })
  await game.tip(bob, support!, { category: SUPER2 })
  await refreshBoards(clone.database)
  await clone.database.transaction((sql) => projectRace(sql, { ...only, deleted: true }))
  const removed = await clone.database('outbox').where({ type: 'tipping.tips-removed.v1' }).select('data')
  expect(removed).toEqual([{ data: { weekendId: game.weekendId, category: SUPER2, userIds: [ann, bob].sort() } }])
  await clone.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(clone.database)
  const boards = boardReadModel(clone.database)
  expect(await boards.state((await boards.findOpen(game.weekendId))!)).toMatchObject({
    version: 2,
    total: 1,
    entries: [{ userId: ann, tipsSubmitted: 1 }],
    ranks: [{ count: 1 }],
  })
})
