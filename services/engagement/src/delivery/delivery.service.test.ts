import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { type MailServer, startMailServer } from '@purple-sector/testing/servers/mail-server'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { type NewNotification, notify } from '../notifications/notify-sql.ts'
import { deliveryRepository } from './delivery-repository.ts'
import { pushSubscriptionRepository } from './push-subscription-repository.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
let mailServer: MailServer
let product: TestEngagement
beforeAll(async () => {
  pushService = await startPushService()
  mailServer = await startMailServer()
  product = await startEngagement({
    publicUrl: 'https://tips.test',
    allowPrivatePush: true,
    mail: { kind: 'smtp', from: 'Purple Sector <no-reply@tips.test>', url: mailServer.url },
  })
})
afterAll(async () => {
  await product?.close()
  await pushService?.close()
  await mailServer?.close()
})
beforeEach(() => pushService.answers(() => ({ status: 201 })))

const movedSession = { type: 'session', title: 'Race 1 has moved', message: 'Race 1 now starts at 14:05.' } as const
let causes = 0
const createNotification = async (fan: Person, overrides: Partial<NewNotification> = {}): Promise<number> => {
  const cause = overrides.cause ?? `session/${++causes}/1`
  const notification = { userId: fan.id, weekendId: 7, link: '/tipping', ...movedSession, ...overrides, cause }
  await product.database.transaction((sql) => notify(sql, [notification]))
  const row = await product.database('notifications').where({ user_id: fan.id, cause }).first('id')
  return row?.id ?? 0
}
const deliveriesOf = (fan: Person) => product.database('deliveries').where({ user_id: fan.id }).orderBy('id')
/** Waits for deliveries and makes them due. */
const makeDeliveriesDue = async (fan: Person, length = 1) => {
  await expect.poll(() => deliveriesOf(fan), { timeout: 30_000 }).toHaveLength(length)
  await product
    .database('deliveries')
    .where({ user_id: fan.id })
    .update({ due_at: product.database.raw('now()') })
}
const waitUntilNonePending = (fan: Person) => expect.poll(() => deliveriesOf(fan), { timeout: 30_000 }).toEqual([])
const subscribe = async (fan: Person, browser = pushService.browser()) => {
  const reply = await fan.call('POST', '/api/notifications/push-subscriptions', browser)
  expect(reply).toMatchObject({ status: 201, body: { endpoint: browser.endpoint } })
  const list = await fan.call<object[]>('GET', '/api/notifications/push-subscriptions')
  expect(list.body).toContainEqual(reply.body)
  return browser.endpoint
}
const acceptedPushes = (endpoint: string) => pushService.taken(endpoint).map(({ payload }) => payload.id)
const changePreferences = async (fan: Person, change: (now: NotificationPreferences) => NotificationPreferences) => {
  const path = '/api/notifications/preferences'
  const { body } = await fan.call<NotificationPreferences>('GET', path)
  const preferences = change(body)
  expect(await fan.call('PUT', path, preferences)).toMatchObject({ status: 200, body: preferences })
}
const mailsOf = (fan: Person) => mailServer.received.filter(({ to }) => to[0] === `${fan.id}@fans.test`)
const createReachableFan = () => {
  const userId = `fan-${++causes}`
  return product.person({ userId }, { verifiedEmail: `${userId}@fans.test` })
}

describe('notification preferences', () => {
  test('notification preferences default to every push and no mail, and can be changed', async () => {
    const ann = await product.person()
    const { body } = await ann.call<NotificationPreferences>('GET', '/api/notifications/preferences')
    expect([new Set(Object.values(body.push)), new Set(Object.values(body.mail))]).toEqual([
      new Set([true]),
      new Set([false]),
    ])
    expect(body.quietHours).toBeNull()
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Australia/Perth' }
    await changePreferences(ann, (now) => ({
      push: { ...now.push, position: false },
      mail: { ...now.mail, deadline: true },
      quietHours,
    }))
  })

  const night = { from: '22:00', to: '07:00', timeZone: 'Australia/Perth' }
  const ZONE = 'must be a time zone, such as Australia/Sydney'
  test.each<[string, object, string?]>([
    ['quietHours.timeZone', { quietHours: { ...night, timeZone: 'Mars/Olympus' } }, ZONE],
    ['quietHours.timeZone', { quietHours: { ...night, timeZone: 'AET' } }, ZONE],
    ['quietHours.timeZone', { quietHours: { ...night, timeZone: '+10:00' } }, ZONE],
    ['quietHours.timeZone', { quietHours: { ...night, timeZone: '' } }, ZONE],
    ['quietHours.timeZone', { quietHours: { ...night, timeZone: 10 } }],
    ['quietHours.timeZone', { quietHours: { from: '22:00', to: '07:00' } }],
    ['quietHours.from', { quietHours: { ...night, from: '24:00' } }, 'must be a time of day, such as 22:00'],
    ['quietHours.from', { quietHours: { ...night, from: '9:00' } }, 'must be a time of day, such as 22:00'],
    ['quietHours.to', { quietHours: { ...night, to: '22:00' } }, 'must differ from when they begin'],
    ['quietHours', { quietHours: 'at night' }],
    ['push.deadline', { push: { deadline: 'yes' } }],
    ['mail.correction', { mail: {} }],
  ])('rejects preferences with an invalid %s: %j', async (path, overrides, message) => {
    const ann = await product.person()
    const { body } = await ann.call<NotificationPreferences>('GET', '/api/notifications/preferences')
    const reply = await ann.call('PUT', '/api/notifications/preferences', { ...body, ...overrides })
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    const { issues } = z
      .object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })
      .parse(reply.body)
    expect(issues).toContainEqual({ path, message: expect.stringContaining(message ?? '') })
    expect((await ann.call('GET', '/api/notifications/preferences')).body).toEqual(body)
  })
})

describe('push delivery', () => {
  test('sends each browser one signed and encrypted push with the text of the notification', async () => {
    const ann = await product.person()
    const [phone, laptop] = [await subscribe(ann), await subscribe(ann)]
    const id = await createNotification(ann)
    await makeDeliveriesDue(ann, 2)
    await waitUntilNonePending(ann)
    const [push, ...otherPushes] = pushService.taken(phone)
    expect(otherPushes).toEqual([])
    expect(push?.payload).toEqual({ id, link: '/tipping', ...movedSession })
    expect(acceptedPushes(laptop)).toEqual([id])
    expect(push?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', topic: `n${id}` })

    const { publicKey } = (await ann.call<{ publicKey: string }>('GET', '/api/notifications/push-key')).body
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(push?.headers.authorization ?? '') ?? []
    expect(key).toBe(publicKey)
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
    expect(payload).toMatchObject({ aud: pushService.origin, sub: 'https://tips.test' })
  })

  test('waits some seconds before a push, and skips seen and read notifications', async () => {
    const ann = await product.person()
    const phone = await subscribe(ann)
    const [seen, read, other] = [
      await createNotification(ann),
      await createNotification(ann),
      await createNotification(ann),
    ]
    await ann.call('POST', '/api/notifications/seen', { ids: [seen] })
    await ann.call('POST', `/api/notifications/${read}/read`)
    await makeDeliveriesDue(ann, 3)
    await waitUntilNonePending(ann)
    expect(acceptedPushes(phone)).toEqual([other])
  })

  test('sends no push of a type that is off or turned off meanwhile', async () => {
    const ann = await product.person()
    const phone = await subscribe(ann)
    await changePreferences(ann, (now) => ({ ...now, push: { ...now.push, position: false } }))
    await createNotification(ann, { type: 'position' })
    const sent = await createNotification(ann)
    await createNotification(ann, { type: 'achievement' })
    await expect.poll(() => deliveriesOf(ann)).toHaveLength(2)
    await changePreferences(ann, (now) => ({ ...now, push: { ...now.push, achievement: false } }))
    await makeDeliveriesDue(ann, 2)
    await waitUntilNonePending(ann)
    expect(acceptedPushes(phone)).toEqual([sent])
  })

  test('delays a push until quiet hours end, except the last reminder, and sends it at once when they are removed', async () => {
    const ann = await product.person()
    const phone = await subscribe(ann)
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    const quietHours = { from: clock(-2), to: clock(2), timeZone: 'UTC' }
    await changePreferences(ann, (now) => ({ ...now, quietHours }))
    const delayed = await createNotification(ann)
    await createNotification(ann, { type: 'deadline', cause: 'deadline/7/1/120' })
    const urgent = await createNotification(ann, { type: 'deadline', cause: 'deadline/7/1/30' })
    await makeDeliveriesDue(ann, 3)
    await expect.poll(() => acceptedPushes(phone), { timeout: 30_000 }).toEqual([urgent])
    await expect.poll(async () => (await deliveriesOf(ann)).map(({ is_delayed }) => is_delayed)).toEqual([true, true])
    const [{ due_at: until }] = (await deliveriesOf(ann)) as [{ due_at: Date }]
    expect(until.toISOString().slice(11, 16)).toBe(quietHours.to)
    await changePreferences(ann, (now) => ({ ...now, quietHours: null }))
    await waitUntilNonePending(ann)
    expect(acceptedPushes(phone)).toHaveLength(3)
    expect(acceptedPushes(phone)).toContain(delayed)
  })

  test.each([404, 410])('deletes the subscription on status %i', async (status) => {
    const ann = await product.person()
    const [goneBrowser, validBrowser] = [await subscribe(ann), await subscribe(ann)]
    pushService.answers((browser) => ({ status: goneBrowser.endsWith(browser) ? status : 201 }))
    await createNotification(ann)
    await makeDeliveriesDue(ann, 2)
    await waitUntilNonePending(ann)
    expect(await product.database('push_subscriptions').where({ user_id: ann.id })).toMatchObject([
      { endpoint: validBrowser },
    ])
  })

  test.each([400, 401, 403])('keeps the subscription on status %i', async (status) => {
    const ann = await product.person()
    const phone = await subscribe(ann)
    pushService.answers(() => ({ status, body: '{"reason":"BadJwtToken"}' }))
    await createNotification(ann)
    await makeDeliveriesDue(ann)
    await waitUntilNonePending(ann)
    pushService.answers(() => ({ status: 201 }))
    const next = await createNotification(ann)
    await makeDeliveriesDue(ann)
    await waitUntilNonePending(ann)
    expect(acceptedPushes(phone)).toEqual([next])
  })

  test('counts fans of a push service once for several browsers', async () => {
    const [ann, bo] = [await product.person(), await product.person()]
    const [phone] = [await subscribe(ann), await subscribe(ann), await subscribe(bo)]
    const { origin } = new URL(phone)
    const subscriptions = pushSubscriptionRepository(product.database)
    const before = await product.database('push_subscriptions').distinct('user_id')
    expect(await subscriptions.countUsers(origin, 1_000)).toBe(before.length)
    expect(await subscriptions.countUsers(origin, 2)).toBe(2)
    expect(await subscriptions.countUsers(`${origin}0`, 2)).toBe(0)
  })

  test('retries a push after temporary failures, not before Retry-After, for an hour at most', async () => {
    const ann = await product.person()
    const phone = await subscribe(ann)
    pushService.answers(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    const id = await createNotification(ann)
    await makeDeliveriesDue(ann)
    await expect.poll(async () => (await deliveriesOf(ann))[0]?.attempts, { timeout: 30_000 }).toBe(1)
    const [{ due_at: next }] = (await deliveriesOf(ann)) as [{ due_at: Date }]
    expect(next.getTime()).toBeGreaterThan(Date.now() + 100_000)
    pushService.answers(() => ({ status: 201 }))
    await makeDeliveriesDue(ann)
    await expect.poll(() => acceptedPushes(phone), { timeout: 30_000 }).toEqual([id])
    // Sent deliveries are deleted a moment later; the update below affects the next one.
    await waitUntilNonePending(ann)

    pushService.answers(() => ({ status: 503 }))
    await createNotification(ann)
    await expect.poll(() => deliveriesOf(ann)).toHaveLength(1)
    await product
      .database('deliveries')
      .where({ user_id: ann.id })
      .update({ first_tried_at: product.database.raw(`now() - interval '61 minutes'`), attempts: 5 })
    await makeDeliveriesDue(ann)
    await waitUntilNonePending(ann)
  })

  test('retries a push after a crash, with the same tag', async () => {
    const ann = await product.person()
    const phone = await subscribe(ann)
    const id = await createNotification(ann)
    await expect.poll(() => deliveriesOf(ann), { timeout: 30_000 }).toHaveLength(1)
    const claimed = await product.database.transaction(async (sql) => {
      await sql('deliveries')
        .where({ user_id: ann.id })
        .update({ due_at: sql.raw('now()') })
      return deliveryRepository(sql).claim(20)
    })
    expect(claimed).toMatchObject([{ message: { id } }])
    expect(await deliveryRepository(product.database).claim(20)).toEqual([])
    // The push arrived, its response did not.
    pushService.answers(() => ({ status: 201, isLost: true }))
    await makeDeliveriesDue(ann)
    await expect.poll(() => acceptedPushes(phone), { timeout: 30_000 }).toEqual([id])
    pushService.answers(() => ({ status: 201 }))
    await expect.poll(async () => (await deliveriesOf(ann))[0]?.attempts, { timeout: 30_000 }).toBe(1)
    await makeDeliveriesDue(ann)
    await waitUntilNonePending(ann)
    const topics = pushService.taken(phone).map(({ headers }) => headers.topic)
    expect(topics).toEqual([`n${id}`, `n${id}`])
  })

  test('sends pushes to the last subscriber of a browser and to at most twenty browsers', async () => {
    const [ann, bob] = [await product.person(), await product.person()]
    const shared = pushService.browser()
    await subscribe(ann, shared)
    await subscribe(bob, shared)
    const endpoints = () => product.database('push_subscriptions').where({ user_id: ann.id }).pluck('endpoint')
    expect(await endpoints()).toEqual([])
    const browsers = Array.from({ length: 21 }, () => pushService.browser())
    const now = new Date()
    await product
      .database('push_subscriptions')
      .insert(
        browsers.slice(0, 20).map(({ endpoint, keys }) => ({ user_id: ann.id, endpoint, ...keys, created_at: now })),
      )
    await subscribe(ann, browsers[20])
    expect((await endpoints()).toSorted()).toEqual(
      browsers
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    )
    const [, second] = browsers
    expect(
      await ann.call('DELETE', '/api/notifications/push-subscriptions', { endpoint: second?.endpoint }),
    ).toMatchObject({ status: 204 })
    expect(await endpoints()).not.toContain(second?.endpoint)
  })

  test('rejects invalid subscriptions, and stores subscriptions for the caller only', async () => {
    const ann = await product.person()
    const { keys } = pushService.browser()
    const post = (body: object) => ann.call('POST', '/api/notifications/push-subscriptions', body)
    const endpoint = 'https://push.test/1'
    expect((await post({ endpoint, keys: { ...keys, auth: 'c2hvcnQ' } })).status).toBe(400)
    expect((await post({ endpoint, keys: { ...keys, p256dh: keys.p256dh.replaceAll(/./g, 'A') } })).status).toBe(400)
    expect((await post({ endpoint: 'ftp://push.test/1', keys })).status).toBe(400)
    expect((await product.visitor('POST', '/api/notifications/push-subscriptions', { endpoint, keys })).status).toBe(
      401,
    )
  })
})

describe('mail delivery', () => {
  const MAIL = 'session' as const
  const createMailSubscriber = async () => {
    const fan = await createReachableFan()
    await changePreferences(fan, (now) => ({ ...now, mail: { ...now.mail, [MAIL]: true, achievement: true } }))
    return fan
  }

  test('mails the text of the notification with a one-click unsubscribe link that works signed out', async () => {
    const ann = await createMailSubscriber()
    await createNotification(ann)
    await makeDeliveriesDue(ann)
    await expect.poll(() => mailsOf(ann), { timeout: 30_000 }).toHaveLength(1)
    const text = mailsOf(ann)[0]?.text.replaceAll('\r', '').replaceAll('\n ', ' ') ?? ''
    expect(text).toContain(`Subject: ${movedSession.title}\n`)
    expect(text.replaceAll('\u2060', '')).toContain(`${movedSession.message}\n\nhttps://tips.test/tipping\n`)
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n')
    const [, path = ''] = /^List-Unsubscribe: <https:\/\/tips\.test(\S+)>$/m.exec(text) ?? []
    expect(text).toContain(`\nhttps://tips.test${path}\n`)

    const page = await product.app.inject({ url: path })
    expect([page.statusCode, page.body.includes('sessions that move')]).toEqual([200, true])
    const preferences = async () => {
      const { body } = await ann.call<NotificationPreferences>('GET', '/api/notifications/preferences')
      return [body.mail[MAIL], body.mail.achievement]
    }
    // A mail scanner opens the link before its reader does.
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const)
      expect((await product.app.inject({ method, url: path })).statusCode).toBe(200)
    expect(await preferences()).toEqual([true, true])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const unsubscribed = await product.app.inject({
      method: 'POST',
      url: path,
      headers,
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(unsubscribed.statusCode).toBe(200)
    expect(await preferences()).toEqual([false, true])
    await product.app.inject({ method: 'POST', url: `${path}?of=all`, headers, payload: '' })
    expect(await preferences()).toEqual([false, false])
    const forged = path.replace(/\.session\./, '.deadline.')
    expect((await product.app.inject({ method: 'POST', url: forged, headers, payload: '' })).statusCode).toBe(404)
  })

  test('mails to verified addresses only, and skips notifications read before sending', async () => {
    const [ann, bob] = [await product.person(), await createMailSubscriber()]
    await changePreferences(ann, (now) => ({ ...now, mail: { ...now.mail, [MAIL]: true } }))
    await createNotification(ann)
    const [read, sent] = [await createNotification(bob), await createNotification(bob)]
    await bob.call('POST', `/api/notifications/${read}/read`)
    await makeDeliveriesDue(bob, 2)
    await expect.poll(() => mailsOf(bob), { timeout: 30_000 }).toHaveLength(1)
    expect(await deliveriesOf(ann)).toEqual([])
    expect(await product.database('mails')).toEqual([])
    expect(sent).toBeGreaterThan(read)
  })
})

test('deletes subscriptions, preferences and deliveries with the account', async () => {
  const ann = await createReachableFan()
  await subscribe(ann)
  await changePreferences(ann, (now) => ({ ...now, quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' } }))
  await createNotification(ann)
  await expect.poll(() => deliveriesOf(ann)).toHaveLength(1)
  await product.publishEvent(userChanged, aUser({ id: ann.id, username: null, deleted: true }))
  for (const rows of ['push_subscriptions', 'notification_preferences', 'deliveries'])
    await expect.poll(() => product.database(rows).where({ user_id: ann.id }), { timeout: 30_000 }).toEqual([])
  expect((await ann.call('POST', '/api/notifications/push-subscriptions', pushService.browser())).status).toBe(401)
})
