import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { categoryChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import { aCategory, aMembership, aRace } from '@purple-sector/testing/builders'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { writeNotificationMail } from '../delivery/notification-mail.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let product: TestEngagement
beforeAll(async () => {
  pushService = await startPushService()
  product = await startEngagement({ allowPrivatePush: true })
  for (const id of [2, 3, 4]) {
    await product.announce(categoryChanged, aCategory({ id }))
    await product.waitForRow('categories', { id })
  }
})
afterAll(async () => {
  await product?.close()
  await pushService?.close()
})

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
const DAYS_3 = 3 * 1_440

const plans = (raceId: number) =>
  product.database('reminders').where({ race_id: raceId }).orderBy('minutes').pluck('minutes')
const planned = (raceId: number, minutes: number[]) =>
  expect.poll(() => plans(raceId), { timeout: 30_000 }).toEqual(minutes)
/** A race in three days with three planned reminders. */
const race = async (overrides: Parameters<typeof aRace>[0]) => {
  const state = await product.race({ name: 'Race 2', deadline: inMinutes(DAYS_3), ...overrides })
  await planned(state.id, [30, 120, 1_440])
  return state
}
type Race = Awaited<ReturnType<typeof race>>
/** Moves the stored deadline of the race to so many minutes from now. */
const passUntil = async ({ id }: Race, minutes: number) => {
  const { database } = product
  const by = database.raw('deadline - clock_timestamp() - make_interval(mins => ?)', [minutes])
  const [row] = await database('races').where({ id }).select({ by })
  await database('races')
    .where({ id })
    .update({ deadline: database.raw('deadline - ?::interval', [row?.by.toPostgres()]) })
  await database('reminders')
    .where({ race_id: id })
    .update({
      deadline: database.raw('deadline - ?::interval', [row?.by.toPostgres()]),
      due_at: database.raw('due_at - ?::interval', [row?.by.toPostgres()]),
    })
}
const remindersOf = async ({ id }: Pick<Person, 'id'>, weekendId: number): Promise<string[]> => {
  const rows = await product
    .database('notifications')
    .where({ user_id: id, weekend_id: weekendId, type: 'deadline' })
    .orderBy('id')
  return rows.map(({ cause }) => cause)
}
const isReminded = (who: Person, weekendId: number, causes: string[]) =>
  expect.poll(() => remindersOf(who, weekendId), { timeout: 30_000 }).toEqual(causes)

/** A fan with a tip, and a weekend with two categories. */
const scene = async () => {
  const round = await product.weekend({ timeZone: 'Australia/Sydney' })
  const [mine, other] = [
    await product.car({ weekendId: round.id, categoryId: 1 }),
    await product.car({ weekendId: round.id, categoryId: 2 }),
  ]
  const ann = await product.person()
  return { round, mine, other, ann, weekendId: round.id }
}

describe('a reminder', () => {
  test('is sent once per step for untipped categories only', async () => {
    const { mine, other, ann, weekendId } = await scene()
    const bob = await product.person()
    await product.tip(ann, other)
    await product.tip(bob, mine)
    const near = await race({ weekendId, categoryId: 1 })
    const tipped = await race({ weekendId, categoryId: 2 })
    for (const each of [near, tipped]) await passUntil(each, 1_440)
    await isReminded(ann, weekendId, [`deadline/${weekendId}/1/1440`])
    await isReminded(bob, weekendId, [`deadline/${weekendId}/2/1440`])
    const [row] = await product.database('notifications').where({ user_id: ann.id, type: 'deadline' })
    expect(row).toMatchObject({ link: '/tipping', type: 'deadline' })
    expect(row?.message).toMatch(/^Race 2 closes \w{3} \d{1,2} \w{3}, \d{1,2}:\d\d [ap]m AE[DS]T\.$/)

    await passUntil(near, 120)
    await isReminded(
      ann,
      weekendId,
      [1440, 120].map((minutes) => `deadline/${weekendId}/1/${minutes}`),
    )
    await product.tip(ann, mine)
    await passUntil(near, 30)
    await planned(near.id, [])
    expect(await remindersOf(ann, weekendId)).toHaveLength(2)
  })

  test('is sent for the latest missed step only, and not after the deadline', async () => {
    const { other, ann, weekendId } = await scene()
    await product.tip(ann, other)
    const [late, over] = [await race({ weekendId, categoryId: 1 }), await race({ weekendId, categoryId: 3 })]
    await passUntil(late, 20)
    await passUntil(over, 0)
    await planned(late.id, [])
    await planned(over.id, [])
    await isReminded(ann, weekendId, [`deadline/${weekendId}/1/30`])
  })

  test('is sent to fans who tip, play in a group or have enabled reminders, and to no others', async () => {
    const { ann, mine, weekendId } = await scene()
    const [stranger, member, pushed] = [await product.person(), await product.person(), await product.person()]
    const elsewhere = await product.weekend()
    await product.tip(ann, await product.car({ weekendId: elsewhere.id }))
    await product.group(member, { weekendId })
    await pushed.call('POST', '/api/notifications/push-subscriptions', pushService.browser())
    const near = await race({ weekendId, categoryId: mine.categoryId })
    await passUntil(near, 120)
    for (const who of [ann, member, pushed]) await isReminded(who, weekendId, [`deadline/${weekendId}/1/120`])
    expect(await remindersOf(stranger, weekendId)).toEqual([])
  })

  test('is sent for a group when the member has tipped only the open competition', async () => {
    const { ann, mine, weekendId } = await scene()
    const group = await product.group(ann, { weekendId, name: 'Pit Wall' })
    await product.tip(ann, mine)
    const near = await race({ weekendId, categoryId: mine.categoryId })
    await passUntil(near, 120)
    await isReminded(ann, weekendId, [`deadline/${weekendId}/1/120`])
    const [row] = await product.database('notifications').where({ user_id: ann.id, type: 'deadline' })
    expect(row).toMatchObject({ link: '/groups', message: expect.stringMatching(/^In Pit Wall, Race 2 closes /) })
    await product.tip(ann, mine, { groupId: group.id })
    await passUntil(near, 30)
    await planned(near.id, [])
    expect(await remindersOf(ann, weekendId)).toHaveLength(1)
  })

  test('is sent for a rejoined group, whose earlier tips do not count', async () => {
    const { ann, mine, weekendId } = await scene()
    const group = await product.group(await product.person(), { weekendId })
    await product.join(group, ann)
    await product.tip(ann, mine, { groupId: group.id })
    await product.tip(ann, mine)
    const near = await race({ weekendId, categoryId: mine.categoryId })
    await passUntil(near, 120)
    await planned(near.id, [30])
    expect(await remindersOf(ann, weekendId)).toEqual([])

    const left = aMembership({ groupId: group.id, weekendId, userId: ann.id, deleted: true })
    await product.announce(membershipChanged, left)
    const memberships = () => product.database('memberships').where({ group_id: group.id, user_id: ann.id })
    await expect.poll(memberships, { timeout: 30_000 }).toEqual([])
    await product.join(group, ann)
    await passUntil(near, 30)
    await isReminded(ann, weekendId, [`deadline/${weekendId}/${mine.categoryId}/30`])
  })

  test('is sent for counting races only, and for the one that closes next', async () => {
    const { other, ann, weekendId, round } = await scene()
    await product.tip(ann, other)
    const [first, second, left] = [
      await race({ weekendId, categoryId: 1, deadline: inMinutes(DAYS_3) }),
      await race({ weekendId, categoryId: 1, deadline: inMinutes(DAYS_3 + 60) }),
      await race({ weekendId, categoryId: 4 }),
    ]
    await product
      .database('weekends')
      .where({ id: round.id })
      .update({ product_race_ids: [first.id, second.id] })
    await passUntil(left, 30)
    await passUntil(first, 40)
    await passUntil(second, 100)
    for (const [each, rest] of [
      [first, [30]],
      [second, [30]],
      [left, []],
    ] as const)
      await planned(each.id, [...rest])
    expect(await remindersOf(ann, weekendId)).toEqual([`deadline/${weekendId}/1/120`])
    const [row] = await product.database('sent_reminders').where({ user_id: ann.id })
    const [spoken] = await product.database('races').where({ id: first.id })
    expect(row?.deadline).toEqual(spoken?.deadline)
  })

  test('is sent only before the first race of a group that locks tips after it', async () => {
    const { ann, mine, weekendId } = await scene()
    await product.group(ann, { weekendId, lockTipsAfterFirstEvent: true })
    await product.tip(ann, mine)
    const [first, second] = [await race({ weekendId, categoryId: 1 }), await race({ weekendId, categoryId: 1 })]
    await product.database('reminders').where({ race_id: first.id }).delete()
    await product
      .database('races')
      .where({ id: first.id })
      .update({ deadline: product.database.raw('now()') })
    await passUntil(second, 120)
    await planned(second.id, [30])
    expect(await remindersOf(ann, weekendId)).toEqual([])
  })

  test('moves with its race, is deleted with it, and skips past steps', async () => {
    const { weekendId } = await scene()
    const near = await race({ weekendId, categoryId: 1 })
    const publish = (over: object) => product.announce(raceChanged, aRace({ ...near, ...over }))
    const nextDueAt = async (minutes: number) =>
      (await product.database('reminders').where({ race_id: near.id, minutes }).first())?.due_at.toISOString()
    await publish({ deadline: inMinutes(60) })
    await planned(near.id, [30])
    const later = inMinutes(DAYS_3)
    await publish({ deadline: later })
    await planned(near.id, [30, 120, 1_440])
    expect(await nextDueAt(120)).toBe(new Date(Date.parse(later) - 120 * MINUTE_MS).toISOString())
    await publish({ deadline: later, name: 'Race 3' })
    await planned(near.id, [30, 120, 1_440])
    await publish({ deadline: null })
    await planned(near.id, [])
    await publish({ deadline: later })
    await planned(near.id, [30, 120, 1_440])
    await publish({ deleted: true })
    await planned(near.id, [])
  })

  test('is not delivered any more once the category is tipped', async () => {
    const { ann, mine, weekendId } = await scene()
    const { endpoint, ...phone } = pushService.browser()
    await ann.call('POST', '/api/notifications/push-subscriptions', { endpoint, ...phone })
    const near = await race({ weekendId, categoryId: mine.categoryId })
    const reminders = () => product.database('sent_reminders').where({ user_id: ann.id }).select('notification_id')
    const waiting = () => product.database('deliveries').whereIn('notification_id', reminders())
    await passUntil(near, 120)
    await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
    await waiting().update({ due_at: inMinutes(60) })
    await product.database('users').where({ id: ann.id }).update({ verified_email: 'ann@fans.test' })
    const [{ notification_id: id }] = (await waiting()) as [{ notification_id: number }]
    const write = writeNotificationMail(product.database, { publicUrl: 'https://tips.test', linkSecret: 'secret' })
    await product.database('notification_preferences').insert({ user_id: ann.id, push_off: [], mail_on: ['deadline'] })
    expect(await write('notification', String(id))).toMatchObject({ subject: expect.stringContaining('No tip for') })
    await product.tip(ann, mine)
    expect(await write('notification', String(id))).toBeUndefined()
    await waiting().update({ due_at: product.database.raw('now()') })
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
    expect(pushService.taken(endpoint).filter(({ payload }) => payload.type === 'deadline')).toEqual([])
  })
})

test('two processes send each reminder once, and a restart repeats none', async () => {
  const { other, ann, weekendId } = await scene()
  await product.tip(ann, other)
  const near = await race({ weekendId, categoryId: 1 })
  const { startReminders } = await import('./send-reminders.ts')
  const second = startReminders(product.platform)
  await passUntil(near, 1_440)
  await planned(near.id, [30, 120])
  await second.stop()
  await product.database.raw(
    `insert into reminders (race_id, weekend_id, minutes, deadline, due_at)
    select id, weekend_id, 1440, deadline, now() from races where id = ?`,
    [near.id],
  )
  await planned(near.id, [30, 120])
  expect(await remindersOf(ann, weekendId)).toEqual([`deadline/${weekendId}/1/1440`])
})
