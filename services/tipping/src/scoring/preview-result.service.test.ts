import type { TestDatabase } from '@purple-sector/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardReadModel } from '../boards/board-read-model.ts'
import { createTippingDatabase, type Game, startGame } from '../testing/game.ts'
import { previewResult } from './preview-result.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTippingDatabase()
})
afterAll(() => clone.drop())

const places = (cars: number[]) => cars.map((carId, index) => ({ carId, place: index + 1 }))
const request = (game: Game, raceId: number, cars: number[]) => ({
  raceId,
  weekendId: game.weekendId,
  revision: 9,
  status: cars.length === 0 ? ('cancelled' as const) : ('official' as const),
  places: places(cars),
})
const board = async (game: Game) => {
  const boards = boardReadModel(clone.database)
  const open = await boards.findOpen(game.weekendId)
  const { entries } = await boards.page(open!, { limit: 100, offset: 0 })
  return entries
}
const positions = async (game: Game) => new Map((await board(game)).map((entry) => [entry.userId, entry.position]))

test('a preview says what publishing then does, and changes nothing', async () => {
  const finish = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 0, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(finish, { minLength: 1, maxLength: 4 }), async (results) => {
      const game = await startGame(clone.database)
      const races = [await game.race(), await game.race({ sessionType: 'race2' })]
      const cars = await game.cars(5)
      for (let fan = 0; fan < 8; fan++) await game.tip(await game.fan(`fan${fan}`), cars[fan % 5]!)
      for (const [index, result] of results.entries()) {
        const race = races[index % 2]!
        const finished = result.map((place) => cars[place]!)
        const [was, wasAt] = [await board(game), await positions(game)]
        const openPreview = await previewResult(clone)(request(game, race, finished))
        await game.close(race)
        const preview = await previewResult(clone)(request(game, race, finished))
        expect(await board(game)).toEqual(was)
        expect(preview.open).toBe(false)
        if (openPreview.open) expect(openPreview).toEqual({ ...preview, open: true, top: null, movers: [] })
        expect(preview.top?.before).toEqual(was)
        await game.result(race, finished)
        const isAt = await positions(game)
        const changed = (await board(game)).filter((entry) => {
          const before = was.find(({ userId }) => userId === entry.userId)
          return (
            JSON.stringify([before?.totalPoints, before?.picks]) !== JSON.stringify([entry.totalPoints, entry.picks])
          )
        })
        expect(preview.positionsMoved).toBe([...isAt].filter(([userId, at]) => at !== wasAt.get(userId)).length)
        expect(preview.participantsChanged).toBe(changed.length)
        expect(preview.top?.after.map(({ positionChange: _, ...entry }) => entry)).toEqual(
          (await board(game)).map(({ positionChange: _, ...entry }) => entry),
        )
        expect(new Set(preview.movers.map(({ userId }) => userId))).toEqual(
          new Set(changed.map(({ userId }) => userId)),
        )
        for (const { userId, before, after } of preview.movers) {
          expect(before.position).toBe(wasAt.get(userId))
          expect(after.position).toBe(isAt.get(userId))
        }
      }
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('nobody is named while the race takes tips, whoever is asked for and however often', async () => {
  const game = await startGame(clone.database)
  const race = await game.race({ startTime: new Date(Date.now() + 3_600_000).toISOString() })
  const cars = await game.cars(3)
  for (const [index, name] of ['ann', 'bob', 'cid'].entries()) await game.tip(await game.fan(name), cars[index]!)
  for (const car of cars) {
    const preview = await previewResult(clone)(request(game, race, [car]))
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
  await clone
    .database('sessions')
    .where({ race_id: race })
    .update({ locks_at: clone.database.raw('clock_timestamp()') })
  expect(await previewResult(clone)(request(game, race, [cars[1]!]))).toMatchObject({
    open: false,
    top: { after: [{ username: 'bob' }, { username: 'ann' }, { username: 'cid' }] },
    movers: [{ username: 'bob' }],
  })
})

test('boards of groups in which the race counts are among those that change', async () => {
  const game = await startGame(clone.database)
  const race = await game.race()
  const cars = await game.cars(2)
  const ann = await game.fan('ann')
  const group = await game.group()
  await game.join(group.scopeId, ann)
  await game.tip(ann, cars[0]!, group)
  await game.group({ selectedRaceIds: [1] })
  expect(await previewResult(clone)(request(game, race, cars))).toMatchObject({
    scopes: 2,
    participantsChanged: 1,
    positionsMoved: 0,
  })
})
