import type { Achievements } from '@purple-sector/contracts/engagement/http'
import {
  boardChanged,
  seasonRoundCompleted,
  seasonRoundReopened,
  seasonWon,
} from '@purple-sector/contracts/tipping/events'
import { nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

/** Achievements over a season that the fan has unlocked. */
const SEASON_IDS = [
  ...['lights-out', 'half-distance', 'points-finisher', 'full-distance'],
  ...['title-contender', 'championship-leader', 'champion'],
]
const unlocked = async ({ call }: Person): Promise<string[]> =>
  (await call<Achievements>('GET', '/api/achievements')).body.unlocked
    .map(({ id }) => id)
    .filter((id) => SEASON_IDS.includes(id))
    .toSorted()
const countersOf = async ({ id }: Person) =>
  (await product.database('achievement_counters').where({ user_id: id }).first()) ?? {}

/** Weekends of a season with a car each, in order. */
const rounds = async (count: number, seasonId = nextId()) => {
  const weekends = []
  for (let round = 1; round <= count; round += 1) {
    const weekend = await product.weekend({ seasonId, round })
    weekends.push({ weekend, seasonId, car: await product.car({ weekendId: weekend.id }) })
  }
  return weekends
}
type Round = Awaited<ReturnType<typeof rounds>>[0]

const publishRound = ({ weekend, seasonId }: Round, fans: Person[], totalPoints = 100) =>
  product.publishEvent(seasonRoundCompleted, {
    ...{ seasonId, season: 'Cup', weekendId: weekend.id, weekend: weekend.name, round: 1 },
    standings: fans.map(({ id }, index) => ({
      ...{ userId: id, position: index + 1, shared: false, totalPoints, positionChange: 0 },
    })),
  })
/** Publishes a weekend's board on which the fan has picked so many winners. */
const publishBoard = ({ weekend }: Round, { id: userId }: Person, firsts: number) =>
  product.publishEvent(boardChanged, {
    ...{ weekendId: weekend.id, groupId: null, version: 1, reason: 'result', total: 1, entries: [], ranks: [] },
    result: { raceId: nextId(), name: 'Race', categoryId: 1, revision: 1, kind: 'completed', reason: null },
    changed: [{ userId, totalPoints: 50 * firsts, firsts, seconds: 0, thirds: 0 }],
    ...{ part: 1, parts: 1 },
  })

test('count rounds tipped in one season, the first round, and no automatic tip', async () => {
  const [ann, bob, carl] = [await product.person(), await product.person(), await product.person()]
  const season = await rounds(6)
  for (const [index, { car }] of season.entries()) {
    await product.tip(ann, car)
    await product.tip(bob, car, { isAutomatic: true })
    if (index < 3) await product.tip(carl, car)
  }
  for (const { car } of (await rounds(4)).slice(1)) await product.tip(carl, car)
  await expect.poll(() => unlocked(ann)).toEqual(['half-distance', 'lights-out'])
  await expect.poll(() => countersOf(carl)).toMatchObject({ season_rounds: 3, season_openers: 1, weekends: 6 })
  expect(await unlocked(carl)).toEqual(['lights-out'])
  expect(await unlocked(bob)).toEqual([])
})

test('count no weekend that is in no season', async () => {
  const ann = await product.person()
  const weekend = await product.weekend()
  await product.tip(ann, await product.car({ weekendId: weekend.id }))
  await expect.poll(() => countersOf(ann)).toMatchObject({ weekends: 1, season_rounds: 0, season_openers: 0 })
})

test('count rounds with points, and winners, of one season', async () => {
  const [ann, bob] = [await product.person(), await product.person()]
  const season = await rounds(5)
  for (const [index, round] of season.entries()) {
    await product.tip(ann, round.car)
    await product.tip(bob, round.car, { isAutomatic: true })
    await publishBoard(round, ann, index < 2 ? 5 : 1)
    await publishBoard({ ...round, weekend: round.weekend }, bob, 5)
  }
  await expect
    .poll(() => countersOf(ann), { timeout: 30_000 })
    .toMatchObject({ season_scored_rounds: 5, season_winners: 13 })
  await expect
    .poll(() => unlocked(ann), { timeout: 30_000 })
    .toEqual(['lights-out', 'points-finisher', 'title-contender'])
  expect(await unlocked(bob)).toEqual([])
})

test('unlock for the leader of a season after a round, with points and a tip of their own', async () => {
  const [ann, bob] = [await product.person(), await product.person()]
  const [round, second] = (await rounds(2)) as [Round, Round]
  await product.tip(ann, round.car)
  await product.tip(bob, round.car, { isAutomatic: true })
  await publishRound(second, [ann], 0)
  await publishRound(round, [bob, ann])
  await product.waitForRow('season_honours', { user_id: bob.id, kind: 'led' })
  await publishRound(second, [ann])
  await expect.poll(() => unlocked(ann)).toEqual(['championship-leader', 'lights-out'])
  expect(await unlocked(bob)).toEqual([])
  expect(await countersOf(ann)).toMatchObject({ season_leads: 1 })
  await product.publishEvent(seasonRoundReopened, { seasonId: round.seasonId, weekendId: second.weekend.id })
  await expect.poll(() => countersOf(ann)).toMatchObject({ season_leads: 0 })
  expect(await unlocked(ann)).toEqual(['championship-leader', 'lights-out'])
})

test('unlock once for the champion of a season', async () => {
  const [ann, bob] = [await product.person(), await product.person()]
  const [round] = (await rounds(1)) as [Round]
  await product.tip(ann, round.car)
  const won = { seasonId: round.seasonId, season: 'Cup', totalPoints: 10, shared: true, userIds: [ann.id, bob.id] }
  await product.publishEvent(seasonWon, won)
  await product.publishEvent(seasonWon, won)
  await expect.poll(() => unlocked(ann)).toEqual(['champion', 'lights-out'])
  expect(await countersOf(ann)).toMatchObject({ season_wins: 1 })
  expect(await unlocked(bob)).toEqual([])
})
