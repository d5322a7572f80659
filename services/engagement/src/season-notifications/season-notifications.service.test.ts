import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import {
  jokersReturned,
  seasonRoundCompleted,
  seasonRoundReopened,
  seasonWon,
} from '@purple-sector/contracts/tipping/events'
import { type SeasonRules, seasonRulesChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const season = '2027 Championship'
const createScenario = async () => {
  const weekend = await product.weekend({ name: 'Bathurst 500' })
  const [ann, bob] = [await product.person(), await product.person()]
  return { weekend, ann, bob, seasonId: nextId() }
}
type Scenario = Awaited<ReturnType<typeof createScenario>>

/** Notifications of the fan, except achievements. */
const notificationsOf = async ({ call }: Person, weekendId: number) => {
  const { body } = await call<Notification[]>('GET', `/api/notifications/${weekendId}`)
  return body.filter(({ type }) => type !== 'achievement').toReversed()
}
const publishRound = (
  { weekend, ann, bob, seasonId }: Scenario,
  change: { position?: number; totalPoints?: number; positionChange?: number } = {},
) =>
  product.publishEvent(seasonRoundCompleted, {
    ...{ seasonId, season, weekendId: weekend.id, weekend: weekend.name, round: 3 },
    standings: [
      { userId: ann.id, position: 1, shared: false, totalPoints: 120, positionChange: 0, ...change },
      { userId: bob.id, position: 12, shared: true, totalPoints: 1, positionChange: -2 },
    ],
  })

test('notifies each participant once of where they stand after a completed round', async () => {
  const scenario = await createScenario()
  const { weekend, ann, bob } = scenario
  const event = await publishRound(scenario)
  await product.bus.publish([event])
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'season',
        title: 'You’re 1st after round 3',
        message: 'You’re on 120 points in 2027 Championship now that Bathurst 500 is over.',
        link: '/season',
      },
    ])
  await expect
    .poll(() => notificationsOf(bob, weekend.id))
    .toMatchObject([
      {
        title: 'You’re equal 12th after round 3',
        message: 'You’re on 1 point in 2027 Championship now that Bathurst 500 is over. That’s down 2 places.',
      },
    ])
})

test('withdraws them when the round is completed no more, and writes them again when it is', async () => {
  const scenario = await createScenario()
  const { weekend, ann, seasonId } = scenario
  await publishRound(scenario)
  await expect.poll(() => notificationsOf(ann, weekend.id)).toHaveLength(1)
  await product.publishEvent(seasonRoundReopened, { seasonId, weekendId: weekend.id })
  await expect.poll(() => notificationsOf(ann, weekend.id)).toEqual([])
  await product.probe.next(notificationsRead, ({ userId }) => userId === ann.id)
  await expect.poll(() => product.database('notification_withdrawals')).toEqual([])
  await publishRound(scenario, { position: 2, positionChange: 1 })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([{ title: 'You’re 2nd after round 3', message: expect.stringContaining('That’s up 1 place.') }])
})

test('rewrites a notification whose withdrawal has not run, and makes it unread again', async () => {
  const scenario = await createScenario()
  const { weekend, ann, seasonId } = scenario
  await publishRound(scenario)
  await expect.poll(() => notificationsOf(ann, weekend.id)).toHaveLength(1)
  const [before] = (await notificationsOf(ann, weekend.id)) as [Notification]
  await ann.call('POST', `/api/notifications/${before.id}/read`)
  await publishRound(scenario, { position: 4, totalPoints: 90, positionChange: 0 })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([{ id: before.id, isRead: false, title: 'You’re 4th after round 3' }])
  expect(await product.database('notification_withdrawals').where({ cause: `season-round/${seasonId}` })).toEqual([])
})

test('notifies no fan of a round whose weekend is deleted', async () => {
  const scenario = await createScenario()
  const { weekend, bob, ann, seasonId } = scenario
  await product.publishEvent(weekendChanged, { ...weekend, deleted: true })
  await expect.poll(() => product.database('weekends').where({ id: weekend.id })).toEqual([])
  await publishRound(scenario)
  await product.publishEvent(seasonWon, { seasonId, season, totalPoints: 5, shared: false, userIds: [bob.id] })
  const rows = (user: Person) => product.database('notifications').where({ user_id: user.id }).select('cause')
  await expect.poll(() => rows(bob)).toEqual([{ cause: `season-won/${seasonId}` }])
  expect(await rows(ann)).toEqual([])
})

test('notifies the winners of a season once', async () => {
  const { weekend, ann, bob, seasonId } = await createScenario()
  const won = { seasonId, season, totalPoints: 812, shared: false, userIds: [ann.id] }
  await product.publishEvent(seasonWon, won)
  await product.publishEvent(seasonWon, { ...won, totalPoints: 900 })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'season',
        weekendId: null,
        title: 'Season won',
        message: 'You finish first in 2027 Championship, on 812 points.',
      },
    ])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('notifies no deleted account, also one that leads', async () => {
  const scenario = await createScenario()
  const { weekend, ann, bob, seasonId } = scenario
  await product.publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
  await expect.poll(() => product.database('users').where({ id: ann.id })).toEqual([])
  const userIds = [ann.id, bob.id]
  await publishRound(scenario)
  await product.publishEvent(seasonWon, { seasonId, season, totalPoints: 812, shared: true, userIds })
  const round = { seasonId, season, weekendId: weekend.id, weekend: weekend.name, userIds, reason: 'left' } as const
  await product.publishEvent(jokersReturned, round)
  await expect.poll(() => notificationsOf(bob, weekend.id)).toHaveLength(3)
  expect(await product.database('notifications').where({ user_id: ann.id })).toEqual([])
})

test('notifies fans of each joker that came back', async () => {
  const { weekend, ann, bob, seasonId } = await createScenario()
  const returned = { seasonId, season, weekendId: weekend.id, weekend: weekend.name, userIds: [ann.id] }
  const event = await product.publishEvent(jokersReturned, { ...returned, reason: 'void' })
  await product.bus.publish([event])
  await product.publishEvent(jokersReturned, { ...returned, reason: 'left' })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'season',
        title: 'Your joker is back',
        message: expect.stringContaining('No result counts for Bathurst 500'),
      },
      { type: 'season', message: expect.stringContaining('Bathurst 500 is no longer part of 2027 Championship') },
    ])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
})

test('notifies all who tipped a round of the open season of changed rules, and why', async () => {
  const { weekend, ann, bob, seasonId } = await createScenario()
  const carl = await product.person()
  const other = await product.weekend()
  const group = await product.group(carl, { weekendId: weekend.id })
  await product.tip(ann, await product.car({ weekendId: weekend.id }))
  await product.tip(bob, await product.car({ weekendId: other.id }))
  await product.tip(carl, await product.car({ weekendId: weekend.id }), { groupId: group.id })
  const before: SeasonRules = {
    ...{ countBest: null, missedWeekend: 'zero', jokers: 0 },
    rounds: [{ weekendId: weekend.id, multiplier: 1, weekend: 'Bathurst 500' }],
  }
  const reason = 'Agreed with the clubs'
  const after: SeasonRules = { ...before, rounds: [{ weekendId: weekend.id, multiplier: 2, weekend: 'Bathurst 500' }] }
  await product.publishEvent(seasonRulesChanged, { seasonId, season, reason, before, after })
  await expect
    .poll(() => notificationsOf(ann, weekend.id))
    .toMatchObject([
      {
        type: 'group-rules',
        title: 'The rules of 2027 Championship have changed',
        message: 'Bathurst 500 counts double now. Reason: Agreed with the clubs.',
        link: '/season',
      },
    ])
  expect(await notificationsOf(bob, weekend.id)).toEqual([])
  expect(await notificationsOf(carl, weekend.id)).toEqual([])
})

test('notifies members of season groups once of changed rounds and jokers, and not of rules that groups have of their own', async () => {
  const { weekend, ann, bob, seasonId } = await createScenario()
  const [carl, dora] = [await product.person(), await product.person()]
  const weekends = [{ weekendId: weekend.id, selectedRaceIds: [] }]
  const ofSeason = { weekendId: weekend.id, allSeason: true, seasonId, weekends }
  const group = await product.group(carl, ofSeason)
  const second = await product.group(carl, ofSeason)
  for (const each of [group, second]) await product.join(each, ann)
  await product.group(dora, { weekendId: weekend.id })
  const car = await product.car({ weekendId: weekend.id })
  await product.tip(ann, car)
  await product.tip(bob, car)
  await product.tip(carl, car, { groupId: group.id })
  const before: SeasonRules = {
    ...{ countBest: null, missedWeekend: 'zero', jokers: 1 },
    rounds: [{ weekendId: weekend.id, multiplier: 1, weekend: 'Bathurst 500' }],
  }
  const publish = (after: SeasonRules) =>
    product.publishEvent(seasonRulesChanged, { seasonId, season, reason: 'Agreed', before, after })
  await publish({ ...before, jokers: 2 })
  const expected = [{ type: 'group-rules', message: 'Everyone has 2 jokers now. Reason: Agreed.' }]
  await expect.poll(() => notificationsOf(carl, weekend.id)).toMatchObject([{ ...expected[0], link: '/groups' }])
  for (const fan of [ann, bob])
    expect(await notificationsOf(fan, weekend.id)).toMatchObject([{ ...expected[0], link: '/season' }])
  await publish({ ...before, countBest: 5 })
  await expect.poll(() => notificationsOf(bob, weekend.id)).toHaveLength(2)
  expect(await notificationsOf(ann, weekend.id)).toHaveLength(2)
  expect(await notificationsOf(carl, weekend.id)).toHaveLength(1)
  expect(await notificationsOf(dora, weekend.id)).toEqual([])
})
