import {
  type Notification,
  type NotificationPreferences,
  type NotificationType,
  RACING_NOTIFICATIONS,
} from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import { aCar, aUser } from '@purple-sector/testing/builders'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { type MailServer, startMailServer } from '@purple-sector/testing/servers/mail-server'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { notify } from '../notifications/notify-sql.ts'
import { engagement } from '../service.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let mailServer: MailServer
let product: TestEngagement
let testDatabase: TestDatabase
const startWithDatabase = () =>
  startEngagement(
    {
      publicUrl: 'https://tips.test',
      allowPrivatePush: true,
      mail: { kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url: mailServer.url },
    },
    testDatabase,
  )
beforeAll(async () => {
  pushService = await startPushService()
  mailServer = await startMailServer()
  testDatabase = await createTestDatabase({
    service: 'engagement',
    migrationsDirectory: engagement.migrationsDirectory,
  })
  product = await startWithDatabase()
})
afterAll(async () => {
  await product?.close()
  await testDatabase?.drop()
  await pushService?.close()
  await mailServer?.close()
})

let fans = 0
/** Creates a user with a browser, mails for positions and the given spoiler delay. */
const createFan = async (spoilerDelaySeconds: number) => {
  const userId = `fan-${++fans}`
  const fan = await product.person({ userId }, { verifiedEmail: `${userId}@fans.test`, spoilerDelaySeconds })
  const browser = pushService.browser()
  await fan.call('POST', '/api/notifications/push-subscriptions', browser)
  const path = '/api/notifications/preferences'
  const { body } = await fan.call<NotificationPreferences>('GET', path)
  await fan.call('PUT', path, { ...body, mail: { ...body.mail, position: true } })
  return { ...fan, phone: browser.endpoint }
}
const changeDelay = async ({ id }: Person, spoilerDelaySeconds: number) => {
  await product.publishEvent(userChanged, aUser({ id, verifiedEmail: `${id}@fans.test`, spoilerDelaySeconds }))
  await expect
    .poll(() => product.database('users').where({ id }).pluck('spoiler_delay_seconds'))
    .toEqual([spoilerDelaySeconds])
}
const createNotification = async ({ id: userId }: Person, type: NotificationType): Promise<number> => {
  const cause = `${type}/${++fans}`
  const notification = {
    userId,
    weekendId: 7,
    type,
    title: 'You are first',
    message: 'Car 7 has won.',
    link: '/',
    cause,
  }
  await product.database.transaction((sql) => notify(sql, [notification]))
  const row = await product.database('notifications').where({ user_id: userId, cause }).first('id')
  return row?.id ?? 0
}
const deliveriesOf = ({ id }: Person) => product.database('deliveries').where({ user_id: id }).orderBy('id')
/** Seconds from the creation of each notification to its delivery; `of` filters the notifications. */
const deliveryDelaysOf = async (
  { id }: Person,
  filter: Partial<Pick<Notification, 'type'>> = {},
): Promise<number[]> => {
  const created = product.database('deliveries as d').join('notifications as n', 'n.id', 'd.notification_id')
  const rows: { seconds: number }[] = await created
    .where({ 'd.user_id': id, ...(filter.type && { 'n.type': filter.type }) })
    .orderBy('d.id')
    .select(product.database.raw('extract(epoch from d.due_at - n.created_at)::float8 as seconds'))
  return rows.map(({ seconds }) => seconds)
}
const waitForDeliveries = (fan: Person, length: number) =>
  expect.poll(() => deliveriesOf(fan), { timeout: 30_000 }).toHaveLength(length)
/** Shifts all deliveries so many seconds into the past. */
const shiftDeliveries = ({ id }: Person, seconds: number) =>
  product
    .database('deliveries')
    .where({ user_id: id })
    .update({ due_at: product.database.raw('due_at - make_interval(secs => ?)', [seconds]) })
const acceptedPushes = ({ phone }: { phone: string }) => pushService.taken(phone).map(({ payload }) => payload.id)
const mailsTo = ({ id }: Person) => mailServer.received.filter(({ to }) => to[0] === `${id}@fans.test`)

test('delays push and mail about racing by the fan’s spoiler delay, but not the feed', async () => {
  const [ann, bob] = [await createFan(30), await createFan(0)]
  const id = await createNotification(ann, 'position')
  await createNotification(bob, 'position')
  for (const fan of [ann, bob]) await waitForDeliveries(fan, 2)
  for (const seconds of await deliveryDelaysOf(ann)) expect(Math.round(seconds)).toBe(35)
  for (const seconds of await deliveryDelaysOf(bob)) expect(seconds).toBeLessThan(15)
  const { body } = await ann.call<Notification[]>('GET', '/api/notifications/7')
  expect(body).toMatchObject([{ id }])

  await expect.poll(() => mailsTo(bob), { timeout: 30_000 }).toHaveLength(1)
  await expect.poll(() => acceptedPushes(bob), { timeout: 30_000 }).toHaveLength(1)
  expect([acceptedPushes(ann), mailsTo(ann)]).toEqual([[], []])
  await shiftDeliveries(ann, 35)
  await expect.poll(() => acceptedPushes(ann), { timeout: 30_000 }).toEqual([id])
  await expect.poll(() => mailsTo(ann), { timeout: 30_000 }).toHaveLength(1)
})

test('delays notifications that follow from results, but not deadlines, moved sessions and groups', async () => {
  const ann = await createFan(120)
  for (const type of RACING_NOTIFICATIONS) {
    await createNotification(ann, type)
    await waitForDeliveries(ann, type === 'position' ? 2 : 1)
    for (const seconds of await deliveryDelaysOf(ann)) expect(Math.round(seconds)).toBe(125)
    await product.database('deliveries').where({ user_id: ann.id }).delete()
  }
  for (const type of [
    'deadline',
    'nudge',
    'session',
    'tips-removed',
    'auto-tip',
    'invitation',
    'membership',
    'group-rules',
  ] as const) {
    await createNotification(ann, type)
    await waitForDeliveries(ann, 1)
    expect((await deliveryDelaysOf(ann))[0]).toBeLessThan(15)
    await product.database('deliveries').where({ user_id: ann.id }).delete()
  }
})

test('delays the notification of a car that is out', async () => {
  const ann = await createFan(60)
  const { id: weekendId } = await product.weekend()
  const car = await product.car({ weekendId })
  await product.tip(ann, car)
  await product.publishEvent(carChanged, aCar({ ...car, status: 'crashed' }))
  // The tip also unlocks an achievement.
  await expect
    .poll(() => deliveryDelaysOf(ann, { type: 'car-out' }), { timeout: 30_000 })
    .toEqual([expect.closeTo(65, -1)])
})

test('applies a changed delay to later notifications only', async () => {
  const ann = await createFan(90)
  await createNotification(ann, 'achievement')
  await waitForDeliveries(ann, 1)
  await changeDelay(ann, 10)
  await createNotification(ann, 'achievement')
  await waitForDeliveries(ann, 2)
  expect((await deliveryDelaysOf(ann)).map(Math.round)).toEqual([95, 15])
})

test('checks seen state and quiet hours when the delayed delivery is due', async () => {
  const ann = await createFan(30)
  const [seen, delayed] = [await createNotification(ann, 'achievement'), await createNotification(ann, 'correction')]
  await waitForDeliveries(ann, 2)
  await ann.call('POST', '/api/notifications/seen', { ids: [seen] })
  expect(await deliveriesOf(ann)).toHaveLength(2)
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const path = '/api/notifications/preferences'
  const { body } = await ann.call<NotificationPreferences>('GET', path)
  await ann.call('PUT', path, { ...body, quietHours: { from: clock(-2), to: clock(2), timeZone: 'UTC' } })
  await ann.call('PUT', path, { ...body, quietHours: null })
  expect((await deliveryDelaysOf(ann)).map(Math.round)).toEqual([35, 35])
  await ann.call('PUT', path, { ...body, quietHours: { from: clock(-2), to: clock(2), timeZone: 'UTC' } })
  await shiftDeliveries(ann, 35)
  await expect
    .poll(
      async () => (await deliveriesOf(ann)).map(({ notification_id, is_delayed }) => [notification_id, is_delayed]),
      {
        timeout: 30_000,
      },
    )
    .toEqual([[delayed, true]])
  await ann.call('PUT', path, { ...body, quietHours: null })
  await expect.poll(() => acceptedPushes(ann), { timeout: 30_000 }).toEqual([delayed])
})

test('keeps the due time of delayed deliveries over a restart', async () => {
  const ann = await createFan(100)
  const id = await createNotification(ann, 'position')
  await waitForDeliveries(ann, 2)
  await product.close()
  product = await startWithDatabase()
  expect((await deliveryDelaysOf(ann)).map(Math.round)).toEqual([105, 105])
  expect(acceptedPushes(ann)).toEqual([])
  await shiftDeliveries(ann, 105)
  await expect.poll(() => acceptedPushes(ann), { timeout: 30_000 }).toEqual([id])
  await expect.poll(() => mailsTo(ann), { timeout: 30_000 }).toHaveLength(1)
})
