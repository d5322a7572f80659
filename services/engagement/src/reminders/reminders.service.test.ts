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
    await product.publishEvent(categoryChanged, aCategory({ id }))
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

const plannedMinutesOf = (raceId: number) =>
  product.database('reminders').where({ race_id: raceId }).orderBy('lead_minutes').pluck('lead_minutes')
const expectPlanned = (raceId: number, minutes: number[]) =>
  expect.poll(() => plannedMinutesOf(raceId), { timeout: 30_000 }).toEqual(minutes)
/** A race in three days with three planned reminders. */
const scheduleRace = async (overrides: Parameters<typeof aRace>[0]) => {
  const state = await product.race({ name: 'Race 2', deadline: inMinutes(DAYS_3), ...overrides })
  await expectPlanned(state.id, [30, 120, 1_440])
  return state
}
type ScheduledRace = Awaited<ReturnType<typeof scheduleRace>>
/** Moves the stored deadline of the race to so many minutes from now. */
const advanceUntil = async ({ id }: ScheduledRace, minutes: number) => {
  const { database } = product
  const interval = database.raw('deadline - clock_timestamp() - make_interval(mins => ?)', [minutes])
  const [row] = await database('races').where({ id }).select({ interval })
  await database('races')
    .where({ id })
    .update({ deadline: database.raw('deadline - ?::interval', [row?.interval.toPostgres()]) })
  await database('reminders')
    .where({ race_id: id })
    .update({
      deadline: database.raw('deadline - ?::interval', [row?.interval.toPostgres()]),
      due_at: database.raw('due_at - ?::interval', [row?.interval.toPostgres()]),
    })
}
const remindersOf = async ({ id }: Pick<Person, 'id'>, weekendId: number): Promise<string[]> => {
  const rows = await product
    .database('notifications')
    .where({ user_id: id, weekend_id: weekendId, type: 'deadline' })
    .orderBy('id')
  return rows.map(({ cause }) => cause)
}
const expectReminders = (fan: Person, weekendId: number, causes: string[]) =>
  expect.poll(() => remindersOf(fan, weekendId), { timeout: 30_000 }).toEqual(causes)

/** A user with a tip, and a weekend with two categories. */
const createScenario = async () => {
  const round = await product.weekend({ timeZone: 'Australia/Sydney' })
  const [tippedCar, otherCar] = [
    await product.car({ weekendId: round.id, categoryId: 1 }),
    await product.car({ weekendId: round.id, categoryId: 2 }),
  ]
  const ann = await product.person()
  return { round, tippedCar, otherCar, ann, weekendId: round.id }
}

describe('reminders', () => {
  test('sends a reminder once per lead time for untipped categories only', async () => {
    const { tippedCar, otherCar, ann, weekendId } = await createScenario()
    const bob = await product.person()
    await product.tip(ann, otherCar)
    await product.tip(bob, tippedCar)
    const nextRace = await scheduleRace({ weekendId, categoryId: 1 })
    const tipped = await scheduleRace({ weekendId, categoryId: 2 })
    // The first reminder waits a minute for automatic tips.
    const [first] = await product.database('reminders').where({ race_id: nextRace.id, lead_minutes: 1_440 })
    expect(Number(first?.deadline) - Number(first?.due_at)).toBe(1_439 * MINUTE_MS)
    for (const race of [nextRace, tipped]) await advanceUntil(race, 1_439)
    await expectReminders(ann, weekendId, [`deadline/${weekendId}/1/1440`])
    await expectReminders(bob, weekendId, [`deadline/${weekendId}/2/1440`])
    const [row] = await product.database('notifications').where({ user_id: ann.id, type: 'deadline' })
    expect(row).toMatchObject({ link: '/tipping', type: 'deadline' })
    expect(row?.message).toMatch(/^Race 2 closes \w{3} \d{1,2} \w{3}, \d{1,2}:\d\d [ap]m AE[DS]T\.$/)

    await advanceUntil(nextRace, 120)
    await expectReminders(
      ann,
      weekendId,
      [1440, 120].map((minutes) => `deadline/${weekendId}/1/${minutes}`),
    )
    await product.tip(ann, tippedCar)
    await advanceUntil(nextRace, 30)
    await expectPlanned(nextRace.id, [])
    expect(await remindersOf(ann, weekendId)).toHaveLength(2)
  })

  test('sends a reminder for the latest missed lead time only, and none after the deadline', async () => {
    const { otherCar, ann, weekendId } = await createScenario()
    await product.tip(ann, otherCar)
    const [late, closedRace] = [
      await scheduleRace({ weekendId, categoryId: 1 }),
      await scheduleRace({ weekendId, categoryId: 3 }),
    ]
    await advanceUntil(late, 20)
    await advanceUntil(closedRace, 0)
    await expectPlanned(late.id, [])
    await expectPlanned(closedRace.id, [])
    await expectReminders(ann, weekendId, [`deadline/${weekendId}/1/30`])
  })

  test('sends a reminder to fans who tip, play in a group or have enabled reminders, and to no others', async () => {
    const { ann, tippedCar, weekendId } = await createScenario()
    const [stranger, member, subscriber] = [await product.person(), await product.person(), await product.person()]
    const otherWeekend = await product.weekend()
    await product.tip(ann, await product.car({ weekendId: otherWeekend.id }))
    await product.group(member, { weekendId })
    await subscriber.call('POST', '/api/notifications/push-subscriptions', pushService.browser())
    const nextRace = await scheduleRace({ weekendId, categoryId: tippedCar.categoryId })
    await advanceUntil(nextRace, 120)
    for (const fan of [ann, member, subscriber]) await expectReminders(fan, weekendId, [`deadline/${weekendId}/1/120`])
    expect(await remindersOf(stranger, weekendId)).toEqual([])
  })

  test('sends a reminder for a group when the member has tipped only the open competition', async () => {
    const { ann, tippedCar, weekendId } = await createScenario()
    const group = await product.group(ann, { weekendId, name: 'Pit Wall' })
    await product.tip(ann, tippedCar)
    const nextRace = await scheduleRace({ weekendId, categoryId: tippedCar.categoryId })
    await advanceUntil(nextRace, 120)
    await expectReminders(ann, weekendId, [`deadline/${weekendId}/1/120`])
    const [row] = await product.database('notifications').where({ user_id: ann.id, type: 'deadline' })
    expect(row).toMatchObject({ link: '/groups', message: expect.stringMatching(/^In Pit Wall, Race 2 closes /) })
    await product.tip(ann, tippedCar, { groupId: group.id })
    await advanceUntil(nextRace, 30)
    await expectPlanned(nextRace.id, [])
    expect(await remindersOf(ann, weekendId)).toHaveLength(1)
  })

  test('sends a reminder for each weekend of a season group, whichever is current', async () => {
    const { ann, otherCar, weekendId } = await createScenario()
    const next = await product.weekend()
    const weekends = [
      { weekendId: next.id, selectedRaceIds: [] },
      { weekendId, selectedRaceIds: [] },
    ]
    const ofSeason = { weekendId: next.id, allSeason: true, seasonId: 3, weekends }
    const group = await product.group(ann, { ...ofSeason, name: 'Pit Wall' })
    await product.tip(ann, otherCar)
    await product.tip(ann, await product.car({ weekendId: next.id }), { groupId: group.id })
    const race = await scheduleRace({ weekendId, categoryId: otherCar.categoryId })
    await advanceUntil(race, 120)
    await expectReminders(ann, weekendId, [`deadline/${weekendId}/${otherCar.categoryId}/120`])
    const [row] = await product.database('notifications').where({ user_id: ann.id, type: 'deadline' })
    expect(row).toMatchObject({ message: expect.stringMatching(/^In Pit Wall, /) })
  })

  test('sends a reminder for a rejoined group, whose earlier tips do not count', async () => {
    const { ann, tippedCar, weekendId } = await createScenario()
    const group = await product.group(await product.person(), { weekendId })
    await product.join(group, ann)
    await product.tip(ann, tippedCar, { groupId: group.id })
    await product.tip(ann, tippedCar)
    const nextRace = await scheduleRace({ weekendId, categoryId: tippedCar.categoryId })
    await advanceUntil(nextRace, 120)
    await expectPlanned(nextRace.id, [30])
    expect(await remindersOf(ann, weekendId)).toEqual([])

    const uncountedRace = aMembership({ groupId: group.id, weekendId, userId: ann.id, deleted: true })
    await product.publishEvent(membershipChanged, uncountedRace)
    const memberships = () => product.database('memberships').where({ group_id: group.id, user_id: ann.id })
    await expect.poll(memberships, { timeout: 30_000 }).toEqual([])
    await product.join(group, ann)
    await advanceUntil(nextRace, 30)
    await expectReminders(ann, weekendId, [`deadline/${weekendId}/${tippedCar.categoryId}/30`])
  })

  test('sends a reminder for counting races only, and for the one that closes next', async () => {
    const { otherCar, ann, weekendId, round } = await createScenario()
    await product.tip(ann, otherCar)
    const [first, second, uncountedRace] = [
      await scheduleRace({ weekendId, categoryId: 1, deadline: inMinutes(DAYS_3) }),
      await scheduleRace({ weekendId, categoryId: 1, deadline: inMinutes(DAYS_3 + 60) }),
      await scheduleRace({ weekendId, categoryId: 4 }),
    ]
    await product
      .database('weekends')
      .where({ id: round.id })
      .update({ product_race_ids: [first.id, second.id] })
    await advanceUntil(uncountedRace, 30)
    await advanceUntil(first, 40)
    await advanceUntil(second, 100)
    for (const [race, rest] of [
      [first, [30]],
      [second, [30]],
      [uncountedRace, []],
    ] as const)
      await expectPlanned(race.id, [...rest])
    expect(await remindersOf(ann, weekendId)).toEqual([`deadline/${weekendId}/1/120`])
    const [row] = await product.database('sent_reminders').where({ user_id: ann.id })
    const [closingRace] = await product.database('races').where({ id: first.id })
    expect(row?.deadline).toEqual(closingRace?.deadline)
  })

  test('sends a reminder only before the first race of a group that locks tips after it', async () => {
    const { ann, tippedCar, weekendId } = await createScenario()
    await product.group(ann, { weekendId, lockTipsAfterFirstEvent: true })
    await product.tip(ann, tippedCar)
    const [first, second] = [
      await scheduleRace({ weekendId, categoryId: 1 }),
      await scheduleRace({ weekendId, categoryId: 1 }),
    ]
    await product.database('reminders').where({ race_id: first.id }).delete()
    await product
      .database('races')
      .where({ id: first.id })
      .update({ deadline: product.database.raw('now()') })
    await advanceUntil(second, 120)
    await expectPlanned(second.id, [30])
    expect(await remindersOf(ann, weekendId)).toEqual([])
  })

  test('moves and deletes reminders with their race, and skips lead times that are over', async () => {
    const { weekendId } = await createScenario()
    const nextRace = await scheduleRace({ weekendId, categoryId: 1 })
    const publish = (closedRace: object) => product.publishEvent(raceChanged, aRace({ ...nextRace, ...closedRace }))
    const nextDueAt = async (minutes: number) =>
      (
        await product.database('reminders').where({ race_id: nextRace.id, lead_minutes: minutes }).first()
      )?.due_at.toISOString()
    await publish({ deadline: inMinutes(60) })
    await expectPlanned(nextRace.id, [30])
    const later = inMinutes(DAYS_3)
    await publish({ deadline: later })
    await expectPlanned(nextRace.id, [30, 120, 1_440])
    expect(await nextDueAt(120)).toBe(new Date(Date.parse(later) - 120 * MINUTE_MS).toISOString())
    await publish({ deadline: later, name: 'Race 3' })
    await expectPlanned(nextRace.id, [30, 120, 1_440])
    await publish({ deadline: null })
    await expectPlanned(nextRace.id, [])
    await publish({ deadline: later })
    await expectPlanned(nextRace.id, [30, 120, 1_440])
    await publish({ deleted: true })
    await expectPlanned(nextRace.id, [])
  })

  test('does not deliver a reminder once the category is tipped', async () => {
    const { ann, tippedCar, weekendId } = await createScenario()
    const { endpoint, ...phone } = pushService.browser()
    await ann.call('POST', '/api/notifications/push-subscriptions', { endpoint, ...phone })
    const nextRace = await scheduleRace({ weekendId, categoryId: tippedCar.categoryId })
    const reminders = () => product.database('sent_reminders').where({ user_id: ann.id }).select('notification_id')
    const pendingDeliveries = () => product.database('deliveries').whereIn('notification_id', reminders())
    await advanceUntil(nextRace, 120)
    await expect.poll(pendingDeliveries, { timeout: 30_000 }).toHaveLength(1)
    await pendingDeliveries().update({ due_at: inMinutes(60) })
    await product.database('users').where({ id: ann.id }).update({ verified_email: 'ann@fans.test' })
    const [{ notification_id: id }] = (await pendingDeliveries()) as [{ notification_id: number }]
    const write = writeNotificationMail(product.database, { publicUrl: 'https://tips.test', linkSecret: 'secret' })
    await product.database('notification_preferences').insert({ user_id: ann.id, push_off: [], mail_on: ['deadline'] })
    expect(await write('notification', String(id))).toMatchObject({ subject: expect.stringContaining('No tip for') })
    await product.tip(ann, tippedCar)
    expect(await write('notification', String(id))).toBeUndefined()
    await pendingDeliveries().update({ due_at: product.database.raw('now()') })
    await expect.poll(pendingDeliveries, { timeout: 30_000 }).toEqual([])
    expect(pushService.taken(endpoint).filter(({ payload }) => payload.type === 'deadline')).toEqual([])
  })
})

test('two processes send each reminder once, and a restart repeats none', async () => {
  const { otherCar, ann, weekendId } = await createScenario()
  await product.tip(ann, otherCar)
  const nextRace = await scheduleRace({ weekendId, categoryId: 1 })
  const { startReminders } = await import('./send-reminders.ts')
  const second = startReminders(product.platform)
  await advanceUntil(nextRace, 1_439)
  await expectPlanned(nextRace.id, [30, 120])
  await second.stop()
  await product.database.raw(
    `insert into reminders (race_id, weekend_id, lead_minutes, deadline, due_at)
    select id, weekend_id, 1440, deadline, now() from races where id = ?`,
    [nextRace.id],
  )
  await expectPlanned(nextRace.id, [30, 120])
  expect(await remindersOf(ann, weekendId)).toEqual([`deadline/${weekendId}/1/1440`])
})
