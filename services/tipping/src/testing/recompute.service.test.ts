import type { TestDatabase } from '@purple-sector/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardReadModel } from '../boards/board-read-model.ts'
import { refreshBoards } from '../boards/refresh-boards.ts'
import { createTippingDatabase, SUPER2, SUPERCARS, startGame } from '../testing/game.ts'
import { type Award, recompute } from './recompute.ts'
import { recordedGame, storedAwards } from './recorded-game.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTippingDatabase()
})
afterAll(() => clone.drop())

const FANS = 5
const CARS = 4
const CATEGORIES = [SUPERCARS, SUPER2]
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })

const fan = index(FANS)
const group = fc.option(index(2), { nil: null, freq: 2 })
const race = index(5)
const rules = fc.record({
  selected: fc.array(race, { maxLength: 3 }),
  useCustomPoints: fc.boolean(),
  hasPoints: fc.boolean(),
  hidePointsUntilApproved: fc.boolean(),
  preventPointsUntilApproved: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('tip' as const), fan, group, category: index(2), car: index(CARS) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const), race }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('result' as const),
      race,
      finished: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 0, maxLength: 4 }),
      isScoredLater: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('join' as const), fan, group: index(2), isApproved: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('approve' as const), fan, group: index(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), fan, group: index(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rules' as const), group: index(2), rules }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rename' as const),
      fan,
      name: fc.constantFrom('Zoë', 'amy', 'Émile', '𝒜da'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('refresh' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

const play = async (steps: Step[]) => {
  const game = await startGame(clone.database)
  const races: number[] = []
  for (const [category, sessionType] of [
    [SUPERCARS, 'practice'],
    [SUPERCARS, 'qualifying'],
    [SUPERCARS, 'race1'],
    [SUPER2, 'race1'],
    [SUPER2, 'race2'],
  ] as const)
    races.push(await game.race({ category, sessionType, pointsAwarded: { first: 10, second: 5, third: 5 } }))
  const cars = [await game.cars(CARS, SUPERCARS), await game.cars(CARS, SUPER2)]
  const fans: string[] = []
  for (let each = 0; each < FANS; each++) fans.push(await game.fan(`Fan${each % 3}`))
  const groups = [await game.group(), await game.group({ useCustomPoints: true })]

  const take = async (made: Step): Promise<void> => {
    switch (made.does) {
      case 'tip': {
        const groupId = made.group === null ? undefined : groups[made.group]?.groupId
        const over = { category: CATEGORIES[made.category], ...(groupId === undefined ? {} : { groupId }) }
        return game.tip(fans[made.fan]!, cars[made.category]![made.car]!, over).catch(ignoreRefusal)
      }
      case 'close':
        return game.close(races[made.race]!)
      case 'result': {
        const finished = made.finished.map((place) => cars[made.race < 3 ? 0 : 1]![place]!)
        const raceId = races[made.race]!
        return made.isScoredLater ? void (await game.publish(raceId, finished)) : game.result(raceId, finished)
      }
      case 'join':
        return game.join(groups[made.group]!, fans[made.fan]!, made.isApproved)
      case 'approve':
        return game.approve(groups[made.group]!, fans[made.fan]!)
      case 'leave':
        return game.leave(groups[made.group]!, fans[made.fan]!)
      case 'rules': {
        const { selected, hasPoints, ...switches } = made.rules
        const customPoints = hasPoints ? { 1: { first: 9, second: 8, third: 7 } } : {}
        const selectedRaceIds = selected.map((each) => races[each]!)
        return game.rules(groups[made.group]!, { ...switches, customPoints, selectedRaceIds })
      }
      case 'rename':
        return void (await game.rename(fans[made.fan]!, made.name))
      case 'refresh':
        return refreshBoards(clone.database)
    }
  }
  for (const each of steps) await take(each)
  for (const raceId of races) await game.score(raceId)
  await clone.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(clone.database)
  return game
}

const byKey = (a: Award, b: Award) => a.raceId - b.raceId || (a.userId < b.userId ? -1 : 1) || a.place - b.place

test('replaying all results from nothing gives the same awards, totals, picks and positions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const { weekendId } = await play(steps)
      const expected = recompute(await recordedGame(clone.database, weekendId))
      const scopes = await clone.database('scopes').where({ weekend_id: weekendId }).orderBy('id')
      for (const [place, scope] of scopes.entries()) {
        const { awards, rows } = expected[place]!
        expect((await storedAwards(clone.database, scope.id)).sort(byKey)).toEqual(awards.sort(byKey))
        const board = { scopeId: scope.id, groupId: scope.group_id }
        const options = { limit: 100, offset: 0, viewer: 'group-admin' }
        const { entries, total } = await boardReadModel(clone.database).page(board, options)
        expect(total).toBe(rows.length)
        expect(
          entries.map(({ userId, position, totalPoints, picks }) => ({ userId, position, totalPoints, picks })),
        ).toEqual(
          rows.map(({ userId, position, total, firsts, seconds, thirds }) => ({
            userId,
            position,
            totalPoints: total,
            picks: { first: firsts, second: seconds, third: thirds },
          })),
        )
        const state = await boardReadModel(clone.database).state(board)
        expect(state.ranks.reduce((sum, { count }) => sum + count, 0)).toBe(rows.filter(({ hidden }) => !hidden).length)
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 120_000)
