import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONG_TIMEOUT } from '../test/long-timeout.ts'
import { startProductProcess } from '../test/prepared-product.ts'
import type { ProductProcess } from '../test/product-process.ts'
import type { Round } from '../test/season-proof/account.ts'
import { leaderboardFor } from '../test/season-proof/expected-reads.ts'
import { createSeasonPlay } from '../test/season-proof/play.ts'
import { seasonChances, weekendChances } from '../test/season-proof/podiums.ts'
import { register, signInAsAdministrator } from '../test/sign-in.ts'

const DAY_MS = 86_400_000
/** Drivers by plate. */
const CARS = {
  88: 'Jack Vance',
  97: 'Moana Reid',
  1: 'Will Ashby',
  6: 'Carla Stone',
  25: 'Liam Doyle',
  10: 'Priya Nair',
}

let product: ProductProcess
let control: Person
beforeAll(async () => {
  product = await startProductProcess()
  control = await signInAsAdministrator(product)
}, 300_000)
afterAll(() => product?.dispose())

const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
/** A calendar of rounds that start on these days from today. */
const calendarOf = (rounds: readonly (readonly [name: string, from: number])[]): string =>
  [
    'Round,Name,Venue,Start,End,Time zone',
    ...rounds.map(([name, from], index) => `${index + 1},${name},Track,${day(from)},${day(from + 2)},UTC`),
  ].join('\n')

test('a season of three rounds is what its tips and results make it, for every fan and after every step', async () => {
  const rules = { countBest: 2, missedWeekend: 'average', jokers: 1 } as const
  const play = await createSeasonPlay(product.url, control, rules, { name: 'Cup 2026', status: 'active' })
  const join = async (username: string): Promise<Person> => {
    const fan = await register(product, username)
    play.join(fan)
    return fan
  }
  const calendar = calendarOf([
    ['Sydney 500', -6],
    ['Bathurst 1000', -2],
    ['Adelaide 500', -1],
  ])
  const [sydney, bathurst, adelaide] = (await play.importCalendar(calendar, [1, 2, 1.5])) as [Round, Round, Round]
  const { account } = play

  const ann = await join('ann')
  const bob = await join('bob')
  const cat = await join('cat')
  const gus = await join('gus')
  const fay = await join('fay')
  const otto = await join('otto')
  await otto.send('PATCH', '/api/profile', { autoTip: true })
  await play.compare('before the season')

  await play.announce(sydney, CARS)
  await play.tips(sydney, [
    [ann, '88'],
    [bob, '97'],
    [cat, '1'],
    [gus, '88'],
    [fay, '88'],
    [otto, '6'],
  ])
  await play.joker(bob, bathurst)
  await play.compare('tips for round 1')
  await play.start(sydney, 1)
  await play.result(sydney, 1, ['88', '97', '1', '6'], 'provisional')
  await play.compare('race 1 of round 1')
  // A change between two races counts for the second one alone.
  await play.tip(cat, sydney, '6')
  await play.start(sydney, 2)
  await play.result(sydney, 2, ['6', '88', '97'])
  await play.compare('race 2 of round 1')
  await play.complete(sydney)
  await play.compare('round 1 is completed')

  const dan = await join('dan')
  await play.joker(bob, adelaide, bathurst)
  await play.announce(bathurst, CARS)
  await play.automaticTip(otto, bathurst, '6')
  await play.tips(bathurst, [
    [ann, '97'],
    [bob, '88'],
    [gus, '88'],
    [fay, '97'],
    [dan, '25'],
  ])
  await play.compare('tips for round 2')
  await play.start(bathurst, 1)
  expect(await play.refusedJoker(ann, bathurst)).toMatchObject({ code: 'JOKER_LOCKED' })
  await play.result(bathurst, 1, ['88', '97', '25'])
  const eve = await join('eve')
  await play.tip(fay, bathurst, '88')
  await play.tip(eve, bathurst, '1')
  await play.compare('race 1 of round 2')
  await play.start(bathurst, 2)
  await play.result(bathurst, 2, ['88', '1', '6'])
  // What was acknowledged is scored, whatever happens to the process.
  await product.crash()
  await product.start()
  await play.compare('race 2 of round 2, after a crash')
  await play.complete(bathurst)
  await play.compare('round 2 is completed')
  expect(leaderboardFor(account, ann.userId)[0]).toMatchObject({ userId: gus.userId, totalPoints: 275 })
  await play.deleteAccount(gus)
  await play.compare('the leader deletes their account')

  await play.announce(adelaide, CARS)
  await play.automaticTip(otto, adelaide, '6')
  await play.tips(adelaide, [
    [ann, '97'],
    [bob, '10'],
    [cat, '1'],
    [fay, '97'],
    [dan, '25'],
  ])
  await play.compare('tips for round 3')
  await play.start(adelaide, 1)
  await play.result(adelaide, 1, ['97', '1', '6'])
  await play.compare('race 1 of round 3')
  await play.crash(adelaide, '25')
  await play.start(adelaide, 2)
  await play.compare('before the last race')

  const raceId = adelaide.races[1]?.raceId ?? 0
  const last = { round: adelaide, raceId, cars: Object.keys(CARS).filter((plate) => plate !== '25') }
  const fans = [ann, bob, cat, fay, otto, dan, eve]
  const userIds = fans.map(({ userId }) => userId)
  const chancesIn = (path: string) => async () => {
    const chances = await Promise.all(fans.map((fan) => fan.get<Chances>(`${path}/chances`)))
    return chances.map(({ sentences: _, ...figures }) => figures)
  }
  const inWeekend = chancesIn(`/api/weekends/${adelaide.weekendId}`)
  await expect.poll(inWeekend, LONG_TIMEOUT).toEqual(weekendChances(account, last, userIds))
  await expect.poll(chancesIn(play.path), LONG_TIMEOUT).toEqual(seasonChances(account, last, userIds))
  const { podiums, sentences } = await bob.get<Chances>(`${play.path}/chances`)
  expect([podiums?.total, sentences]).toEqual([60, ['You win if #10 wins.']])

  await play.result(adelaide, 2, ['10', '97', '88'])
  await play.compare('race 2 of round 3')
  await play.complete(adelaide)
  await play.compare('round 3 is completed')
  await play.result(sydney, 2, ['88', '6', '97'], 'amended')
  await play.compare('a correction of round 1')
  const totals = leaderboardFor(account, ann.userId).map(({ username, totalPoints }) => [username, totalPoints])
  // Worked out by hand: the best two of three rounds.
  expect(totals).toEqual([
    ['bob', 350],
    [null, 300],
    ['fay', 263],
    ['ann', 213],
    ['cat', 140],
    ['eve', 127],
    ['dan', 97],
    ['otto', 55],
  ])

  const admin = `/api/admin/seasons/${play.season.id}`
  expect(await control.call('PATCH', admin, { countBest: null })).toMatchObject({
    status: 409,
    body: { code: 'SEASON_STARTED' },
  })
  await control.send('PATCH', admin, { countBest: null, reason: 'All rounds count' })
  account.countBest = null
  await play.compare('all rounds count')
  await control.send('PATCH', admin, { status: 'completed' })
  await play.compare('the season is completed')
}, 900_000)

test('a cancelled round counts for no fan and gives its joker back, until a result comes', async () => {
  const rules = { countBest: null, missedWeekend: 'lowest', jokers: 1 } as const
  const play = await createSeasonPlay(product.url, control, rules, { name: 'Winter Cup' })
  const [kim, lee, max] = [
    await register(product, 'kim'),
    await register(product, 'lee'),
    await register(product, 'max'),
  ]
  for (const fan of [kim, lee, max]) play.join(fan)
  const calendar = calendarOf([
    ['Perth 400', -4],
    ['Darwin 400', -1],
  ])
  const [perth, darwin] = (await play.importCalendar(calendar, [3, 1])) as [Round, Round]

  await play.announce(perth, CARS)
  await play.tip(kim, perth, '88')
  await play.tip(lee, perth, '97')
  await play.joker(kim, perth)
  for (const number of [1, 2]) {
    await play.start(perth, number)
    await play.result(perth, number, [], 'cancelled')
  }
  await play.compare('both races are cancelled')
  await play.complete(perth)
  play.account.played.delete(kim.userId)
  await play.compare('the round is cancelled, and the joker comes back')

  await play.announce(darwin, CARS)
  await play.tips(darwin, [
    [kim, '1'],
    [lee, '97'],
    [max, '88'],
  ])
  await play.joker(kim, darwin)
  await play.start(darwin, 1)
  await play.result(darwin, 1, ['1', '97', '88'])
  await play.complete(darwin)
  await play.compare('round 2 is completed')
  await play.result(perth, 1, ['97', '88', '1'])
  await play.compare('a late result of the cancelled round')
  expect(leaderboardFor(play.account, kim.userId).map(({ totalPoints }) => totalPoints)).toEqual([175, 175, 90])
  await play.setBack(perth)
  await play.compare('the round is set back')
}, 600_000)
