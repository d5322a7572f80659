import { notificationsMade, notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { trimNotifications } from './notification-repository.ts'
import { type NewNotification, notify } from './notify-sql.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const notification = (userId: string, overrides: Partial<NewNotification> = {}): NewNotification => ({
  userId,
  weekendId: 7,
  type: 'session',
  title: 'Race 1 has moved',
  message: 'Race 1 now starts at 14:05.',
  link: '/tipping',
  cause: 'session/1/2',
  ...overrides,
})
const createNotifications = (...newNotifications: NewNotification[]) =>
  product.database.transaction((sql) => notify(sql, newNotifications))
const titles = (feed: { body: Notification[] }) => feed.body.map(({ title }) => title)

test('sends Last-Changed of the newest notification about racing only', async () => {
  const ann = await product.person()
  const changedAt = async () =>
    Promise.all(
      ['', '/count'].map(
        async (suffix) => (await ann.call('GET', `/api/notifications/7${suffix}`)).headers['last-changed'],
      ),
    )
  await createNotifications(
    notification(ann.id, { cause: 'a' }),
    notification(ann.id, { cause: 'b', type: 'deadline' }),
  )
  expect(await changedAt()).toEqual([undefined, undefined])
  await createNotifications(notification(ann.id, { cause: 'c', type: 'position' }))
  const feed = await ann.call<Notification[]>('GET', '/api/notifications/7')
  const [position] = feed.body
  await createNotifications(notification(ann.id, { cause: 'd' }))
  expect(await changedAt()).toEqual([position?.createdAt, position?.createdAt])
  await ann.call('POST', `/api/notifications/${position?.id}/read`)
  expect(await changedAt()).toEqual([position?.createdAt, undefined])
})

test('lists notifications of a weekend and those without one, newest first, and marks them as read', async () => {
  const { person, probe } = product
  const [ann, bob] = [await person(), await person()]
  await createNotifications(
    notification(ann.id, { cause: 'a', title: 'One' }),
    notification(ann.id, { cause: 'b', title: 'Two', weekendId: null }),
    notification(ann.id, { cause: 'c', title: 'Three' }),
    notification(ann.id, { cause: 'd', title: 'Elsewhere', weekendId: 8 }),
    notification(bob.id, { cause: 'a', title: 'Not yours' }),
  )
  const feed = await ann.call<Notification[]>('GET', '/api/notifications/7')
  expect(titles(feed)).toEqual(['Three', 'Two', 'One'])
  const [three, two, one] = feed.body as [Notification, Notification, Notification]
  expect(one).toMatchObject({ weekendId: 7, type: 'session', link: '/tipping', isRead: false })
  expect(titles(await ann.call('GET', '/api/notifications/8'))).toEqual(['Elsewhere', 'Two'])
  expect((await ann.call('GET', '/api/notifications/7/count')).body).toEqual({ count: 3 })

  const readOne = () => ann.call<Notification>('POST', `/api/notifications/${three.id}/read`)
  expect(await readOne()).toMatchObject({ status: 200, body: { ...three, isRead: true } })
  expect(await readOne()).toMatchObject({ status: 200, body: { ...three, isRead: true } })
  expect((await bob.call('POST', `/api/notifications/${two.id}/read`)).status).toBe(404)
  await ann.call('POST', `/api/notifications/${two.id}/read`)
  expect((await ann.call('GET', '/api/notifications/7/count')).body).toEqual({ count: 1 })
  expect(await ann.call('POST', '/api/notifications/7/read-all')).toMatchObject({ status: 200, body: { count: 0 } })
  expect((await ann.call('GET', '/api/notifications/7/count')).body).toEqual({ count: 0 })
  expect((await ann.call('GET', '/api/notifications/8/count')).body).toEqual({ count: 1 })
  expect((await bob.call('GET', '/api/notifications/7/count')).body).toEqual({ count: 1 })

  await expect
    .poll(() => probe.seen(notificationsRead).flatMap(({ data }) => (data.userId === ann.id ? [data] : [])))
    .toEqual([
      { userId: ann.id, weekendId: 7, count: 2 },
      { userId: ann.id, weekendId: null, count: null },
      { userId: ann.id, weekendId: 7, count: 0 },
    ])
})

test('creates one notification per cause, and publishes each in one event', async () => {
  const { person, probe } = product
  const [ann, bob] = [await person(), await person()]
  await Promise.all([
    createNotifications(notification(ann.id), notification(bob.id)),
    createNotifications(notification(ann.id, { title: 'Again' })),
    createNotifications(notification(bob.id)),
  ])
  await createNotifications(notification(ann.id, { title: 'And again' }))
  const published = () =>
    probe
      .seen(notificationsMade)
      .flatMap(({ data }) => data.notifications)
      .filter(({ userId }) => userId === ann.id || userId === bob.id)
  await expect
    .poll(() =>
      published()
        .map(({ userId }) => userId)
        .toSorted(),
    )
    .toEqual([ann.id, bob.id].toSorted())
  expect((await ann.call<Notification[]>('GET', '/api/notifications/7')).body).toHaveLength(1)
  const [firstSeenAt] = (await bob.call<Notification[]>('GET', '/api/notifications/7')).body
  expect(published().find(({ userId }) => userId === bob.id)).toEqual({ ...firstSeenAt, userId: bob.id })
})

test('records seen notifications for their owner only', async () => {
  const { person, database } = product
  const [ann, bob] = [await person(), await person()]
  await createNotifications(notification(ann.id))
  const [{ id }] = (await ann.call<Notification[]>('GET', '/api/notifications/7')).body as [Notification]
  const seenAt = async () => (await database('notifications').where({ id }).first('seen_at')).seen_at
  expect((await bob.call('POST', '/api/notifications/seen', { ids: [id] })).status).toBe(204)
  expect(await seenAt()).toBeNull()
  expect((await ann.call('POST', '/api/notifications/seen', { ids: [id] })).status).toBe(204)
  const firstSeenAt = await seenAt()
  expect(firstSeenAt).not.toBeNull()
  await ann.call('POST', '/api/notifications/seen', { ids: [id] })
  expect(await seenAt()).toEqual(firstSeenAt)
})

test('keeps two hundred notifications per fan and weekend', async () => {
  const { person, database } = product
  const ann = await person()
  const many = Array.from({ length: 203 }, (_, nth) =>
    notification(ann.id, { cause: `cause/${nth}`, title: `No. ${nth}` }),
  )
  await createNotifications(...many, notification(ann.id, { cause: 'other', weekendId: 8 }))
  expect((await ann.call('GET', '/api/notifications/7/count')).body).toEqual({ count: 200 })
  await trimNotifications(database)
  const feed = await ann.call<Notification[]>('GET', '/api/notifications/7')
  expect(feed.body).toHaveLength(200)
  expect(feed.body.at(-1)?.title).toBe('No. 3')
  expect(await database('notifications').where({ user_id: ann.id })).toHaveLength(201)
})

test('publishes no notification for a deleted account', async () => {
  const { person, publishEvent, database, probe } = product
  const ann = await person()
  await publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
  await expect.poll(() => database('users').where({ id: ann.id })).toEqual([])
  await createNotifications(notification(ann.id))
  await expect.poll(() => database('notifications').where({ user_id: ann.id })).toEqual([])
  const notifiedUserIds = probe
    .seen(notificationsMade)
    .flatMap(({ data }) => data.notifications.map(({ userId }) => userId))
  expect(notifiedUserIds).not.toContain(ann.id)
})
