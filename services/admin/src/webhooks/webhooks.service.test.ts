import type { Delivery, Webhook, WebhookWithSecret } from '@purple-sector/contracts/admin/webhooks'
import {
  leaderboardChangedPayload,
  resultPublishedPayload,
  sessionLockedPayload,
} from '@purple-sector/contracts/admin/webhooks'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { boardChanged, sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aSessionLock, hoursFromNow, nextId } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'
import { deliveryRepository } from './delivery-repository.ts'
import { MAX_PREVIOUS_SECRETS, MAX_WEBHOOKS } from './webhook.ts'
import { webhookRepository } from './webhook-repository.ts'

const PATH = '/api/admin/webhooks'
let control: TestRaceControl
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
beforeAll(async () => {
  control = await startRaceControl()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await control?.close()
  await receiver?.close()
})
afterEach(() => control.database('webhooks').delete())

const withLongTimeout = { timeout: 20_000 }
const createWebhook = async (path: string, ...events: Webhook['events']) => {
  const { status, body } = await control.admin<WebhookWithSecret>('POST', PATH, { url: receiver.urlOf(path), events })
  expect(status).toBe(201)
  receiver.setSecret(path, body.secret)
  return body
}
const deliveriesOf = async ({ id }: { id: number }) =>
  (await control.admin<Delivery[]>('GET', `${PATH}/${id}/deliveries`)).body
const makeDeliveriesDue = (webhook: { id: number }) =>
  control
    .database('webhook_deliveries')
    .where({ webhook_id: webhook.id, state: 'waiting' })
    .update({ next_attempt_at: control.database.fn.now() })

const publishBoard = (weekendId: number, version: number, overrides: object = {}) =>
  control.publishEvent(boardChanged, {
    weekendId,
    groupId: null,
    version,
    reason: 'result',
    result: null,
    total: 2,
    entries: [
      {
        userId: 'the-id-of-ada',
        position: 1,
        totalPoints: 10 * version,
        tipsSubmitted: 1,
        username: null,
        firstName: 'Ada',
        lastName: 'Quinn',
        profileImageUrl: '/picture-of-ada',
        avatarConfig: null,
        positionChange: 0,
        picks: { first: 1, second: 0, third: 0 },
        tieBreak: null,
      },
    ],
    ranks: [],
    changed: [],
    part: 1,
    parts: 1,
    ...overrides,
  })

describe('webhook', () => {
  test('creates, lists and deletes a webhook, returns its secret once, and keeps the secret out of the audit log', async () => {
    const { secret, ...webhook } = await createWebhook('/one', 'session.locked', 'result.published')
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    const list = await control.admin<Webhook[]>('GET', PATH)
    expect(list.body).toEqual([webhook])
    expect(list.text).not.toContain(secret)
    expect(await control.admin('DELETE', `${PATH}/${webhook.id}`)).toMatchObject({ status: 204 })
    expect(await control.admin('DELETE', `${PATH}/${webhook.id}`)).toMatchObject({ status: 404 })
    expect(await control.admin('GET', `${PATH}/${webhook.id}/deliveries`)).toMatchObject({ status: 404 })
    expect(await control.admin('POST', `${PATH}/${webhook.id}/test`, {})).toMatchObject({ status: 404 })
    const auditEntries = await control.database('audit_entries').where({ subject_type: 'webhook' }).orderBy('id')
    expect(auditEntries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['webhook.created', control.chief.userId],
      ['webhook.deleted', control.chief.userId],
    ])
    expect(auditEntries[0].after).toEqual({
      url: receiver.urlOf('/one'),
      events: ['session.locked', 'result.published'],
    })
    expect(JSON.stringify(auditEntries)).not.toContain(secret)
  })

  test.each([
    [{ url: 'ftp://results.example', events: ['result.published'] }, 'url'],
    [{ url: 'https://me:secret@results.example', events: ['result.published'] }, 'url'],
    [{ url: 'https://results.example', events: [] }, 'events'],
    [{ url: 'https://results.example', events: ['tip.submitted'] }, 'events.0'],
  ])('rejects a webhook and names the invalid field: %j', async (body, path) => {
    expect(await control.admin('POST', PATH, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  })

  test('limits the number of webhooks, also when several are created concurrently', async () => {
    const body = { url: receiver.urlOf('/many'), events: ['result.published'] }
    const replies = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 3 }, () => control.admin<ErrorBody>('POST', PATH, body)),
    )
    const rejected = replies.filter(({ status }) => status === 409)
    expect(rejected.map(({ body: { code } }) => code)).toEqual(Array(3).fill('TOO_MANY_WEBHOOKS'))
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toHaveLength(MAX_WEBHOOKS)
  })

  test('creates a webhook once for a repeated request with its idempotency key', async () => {
    const body = { url: receiver.urlOf('/again'), events: ['result.published'] }
    const createWithKey = (overrides: object = {}) =>
      control.admin<WebhookWithSecret>('POST', PATH, { ...body, ...overrides }, { 'idempotency-key': 'once' })
    const [created, duplicate] = await Promise.all([createWithKey(), createWithKey()])
    expect(created).toMatchObject({ status: 201, body: { url: body.url, secret: expect.any(String) } })
    expect(duplicate).toMatchObject({ status: 201, body: created.body })
    const other = await createWithKey({ url: receiver.urlOf('/other') })
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toHaveLength(1)
  })

  test('allows only administrators to list webhooks', async () => {
    expect(await control.fan('GET', PATH)).toMatchObject({ status: 403 })
    expect(await control.visitor('GET', PATH)).toMatchObject({ status: 401 })
  })
})

describe('webhook secret', () => {
  const rotateSecret = (id: number) => control.admin<WebhookWithSecret>('POST', `${PATH}/${id}/secret`)
  const sendTest = async (webhook: WebhookWithSecret) =>
    (await control.admin<Delivery>('POST', `${PATH}/${webhook.id}/test`, {})).body.state
  const expireAll = () => control.database('webhook_previous_secrets').update({ expires_at: hoursFromNow(-1) })

  test('signs with both secrets for a day after a rotation, retains deliveries, and keeps both secrets out of the audit log', async () => {
    const webhook = await createWebhook('/rotate-secret', 'result.published')
    expect(await sendTest(webhook)).toBe('delivered')
    const { status, body: rotated, text } = await rotateSecret(webhook.id)
    expect(status).toBe(200)
    expect(rotated.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(text).not.toContain(webhook.secret)
    expect(rotated).toMatchObject({ id: webhook.id, url: webhook.url, events: webhook.events })
    const hours = (Date.parse(rotated.previousSecretUntil ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    const { secret, ...visibleWebhook } = rotated
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toEqual([visibleWebhook])

    // The receiver still has the old one, then the new one.
    expect(await sendTest(webhook)).toBe('delivered')
    receiver.setSecret('/rotate-secret', secret)
    expect(await sendTest(webhook)).toBe('delivered')
    receiver.setSecret('/rotate-secret', webhook.secret)
    await expireAll()
    expect(await sendTest(webhook)).toBe('failed')
    receiver.setSecret('/rotate-secret', secret)
    expect(await sendTest(webhook)).toBe('delivered')
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toEqual([
      { ...visibleWebhook, previousSecretUntil: null },
    ])
    expect(await deliveriesOf(webhook)).toHaveLength(5)

    const [line] = await control.database('audit_entries').where({ action: 'webhook.secret-changed' })
    expect(line).toMatchObject({ actor_id: control.chief.userId, subject_id: String(webhook.id) })
    expect(line.after).toEqual({ ...line.before, previousSecretUntil: rotated.previousSecretUntil })
    for (const eachSecret of [secret, webhook.secret]) expect(JSON.stringify(line)).not.toContain(eachSecret)
  })

  test('signs with the first and the latest secret after two rotations in a day', async () => {
    const webhook = await createWebhook('/twice', 'result.published')
    const [, { body: last }] = [await rotateSecret(webhook.id), await rotateSecret(webhook.id)]
    expect(await sendTest(webhook)).toBe('delivered')
    receiver.setSecret('/twice', last.secret)
    expect(await sendTest(webhook)).toBe('delivered')
  })

  test('rotates a secret at most five times in a day, also concurrently, and again once the old secrets have expired', async () => {
    const webhook = await createWebhook('/often', 'result.published')
    const replies = await Promise.all(Array.from({ length: MAX_PREVIOUS_SECRETS + 2 }, () => rotateSecret(webhook.id)))
    const rejected = replies.filter(({ status }) => status === 409)
    expect(rejected).toMatchObject(Array(2).fill({ body: { code: 'TOO_MANY_SECRETS' } }))
    await expireAll()
    expect((await rotateSecret(webhook.id)).status).toBe(200)
    await webhookRepository(control.database).removeExpiredSecrets()
    expect(await control.database('webhook_previous_secrets').where({ webhook_id: webhook.id })).toHaveLength(1)
  })

  test('rejects a rotation for an unknown webhook, and by a user who is no administrator', async () => {
    expect((await rotateSecret(2_147_483_000)).status).toBe(404)
    expect(await control.fan('POST', `${PATH}/1/secret`)).toMatchObject({ status: 403 })
  })
})

describe('webhook test', () => {
  test('sends a test delivery in one attempt, returns its outcome, and audits it', async () => {
    const webhook = await createWebhook('/tested', 'result.published')
    const testDelivery = await control.admin<Delivery>('POST', `${PATH}/${webhook.id}/test`, {})
    expect(testDelivery).toMatchObject({
      status: 200,
      body: { type: 'test', state: 'delivered', status: 204, attempts: 1 },
    })
    expect(receiver.deliveriesAt('/tested')).toMatchObject([
      { id: testDelivery.body.id, type: 'test', at: testDelivery.body.at },
    ])
    receiver.setReply('/tested', (response) => response.writeHead(503).end())
    const failed = { type: 'test', state: 'failed', status: 503, error: 'Answered 503.', nextAttemptAt: null }
    expect((await control.admin('POST', `${PATH}/${webhook.id}/test`, {})).body).toMatchObject(failed)
    expect(await deliveriesOf(webhook)).toMatchObject([failed, { state: 'delivered' }])
    const tested = { action: 'webhook.tested', subject_id: String(webhook.id) }
    expect(await control.database('audit_entries').where(tested)).toHaveLength(2)
  })
})

describe('webhook of a published result', () => {
  test('delivers each revision of a result once, only to webhooks that subscribe to results', async () => {
    const webhook = await createWebhook('/results', 'result.published')
    const boardsWebhook = await createWebhook('/boards-only', 'leaderboard.changed')
    const race = await control.race()
    await control.putResult(race.id, official(...race.carIds))
    await control.putResult(race.id, official(...race.carIds))
    await control.putResult(race.id, {
      ...official(...race.carIds.toReversed()),
      status: 'amended',
      reason: 'Steering',
    })
    await expect.poll(() => receiver.deliveriesAt('/results').length, withLongTimeout).toBe(2)
    const requests = receiver.deliveriesAt('/results').toSorted((left, right) => left.at.localeCompare(right.at))
    expect(requests.map(({ data }) => resultPublishedPayload.parse(data).result.revision)).toEqual([1, 2])
    expect(requests[1]).toMatchObject({
      type: 'result.published',
      data: {
        weekendId: race.weekendId,
        race: { id: race.id, name: race.name, category: race.category },
        result: { status: 'amended', reason: 'Steering' },
      },
    })
    await expect
      .poll(
        async () => (await deliveriesOf(webhook)).map(({ state, attempts, status }) => [state, attempts, status]),
        withLongTimeout,
      )
      .toEqual(Array(2).fill(['delivered', 1, 204]))
    expect(await deliveriesOf(boardsWebhook)).toEqual([])
    expect(await control.database('webhook_deliveries').whereNotNull('data')).toEqual([])
  })

  test('publishes a result while a subscribed webhook is being deleted, and delivers it to the others', async () => {
    const [deletedWebhook, remainingWebhook] = [
      await createWebhook('/going', 'result.published'),
      await createWebhook('/staying', 'result.published'),
    ]
    const race = await control.race()
    const [deleted, canCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deletion = control.database.transaction(async (sql) => {
      await sql('webhooks').where({ id: deletedWebhook.id }).delete()
      deleted.resolve()
      await canCommit.promise
    })
    await deleted.promise
    const publishing = control.putResult(race.id, official(...race.carIds))
    await expect.poll(() => lockWaiters(control.database), withLongTimeout).not.toEqual([])
    canCommit.resolve()
    await deletion
    expect((await publishing).status).toBe(200)
    await expect.poll(() => receiver.deliveriesAt('/staying').length, withLongTimeout).toBe(1)
    expect(await deliveriesOf(remainingWebhook)).toHaveLength(1)
    expect(receiver.deliveriesAt('/going')).toEqual([])
  })

  test('retries a delivery under its id until the receiver accepts it', async () => {
    const webhook = await createWebhook('/later', 'result.published')
    receiver.setReply('/later', (response) => response.writeHead(500).end('Sorry'))
    const race = await control.race()
    await control.putResult(race.id, official(...race.carIds))
    await expect
      .poll(async () => await deliveriesOf(webhook), withLongTimeout)
      .toMatchObject([{ state: 'waiting', attempts: 1, status: 500, error: 'Answered 500.' }])
    const [first] = await deliveriesOf(webhook)
    expect(Date.parse(first?.nextAttemptAt ?? '') - Date.now()).toBeLessThan(7_500)
    receiver.setReply('/later')
    await makeDeliveriesDue(webhook)
    await expect
      .poll(async () => await deliveriesOf(webhook), withLongTimeout)
      .toMatchObject([
        { id: first?.id, state: 'delivered', attempts: 2, status: 204, error: null, nextAttemptAt: null },
      ])
    expect(receiver.deliveriesAt('/later')).toMatchObject([{ id: first?.id }])
  })

  test('sends a delivery again after its lease expired, and not while it is leased', async () => {
    const webhook = await createWebhook('/leased', 'result.published')
    receiver.setReply('/leased', (response) => response.writeHead(500).end())
    const race = await control.race()
    await control.putResult(race.id, official(...race.carIds))
    await expect.poll(async () => await deliveriesOf(webhook), withLongTimeout).toMatchObject([{ attempts: 1 }])
    receiver.setReply('/leased')
    const row = () => control.database('webhook_deliveries').where({ webhook_id: webhook.id })
    await row().update({ leased_until: hoursFromNow(1), next_attempt_at: hoursFromNow(-1) })
    const other = deliveryRepository(control.database)
    expect((await other.claim(10)).filter(({ url }) => url === webhook.url)).toEqual([])
    await row().update({ leased_until: hoursFromNow(-1) })
    await expect
      .poll(async () => await deliveriesOf(webhook), withLongTimeout)
      .toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('delivers to other receivers while one hangs', async () => {
    const pendingReplies: (() => void)[] = []
    const hangingReceiver = await startWebhookReceiver()
    hangingReceiver.setReply('/hangs', (response) => void pendingReplies.push(() => response.end()))
    const hangingWebhook = await control.admin<WebhookWithSecret>('POST', PATH, {
      url: hangingReceiver.urlOf('/hangs'),
      events: ['result.published'],
    })
    await createWebhook('/beside', 'result.published')
    const races = await Promise.all(Array.from({ length: 5 }, () => control.race()))
    for (const race of races) await control.putResult(race.id, official(...race.carIds))
    await expect.poll(() => receiver.deliveriesAt('/beside').length, withLongTimeout).toBe(5)
    const leased = control.database('webhook_deliveries').where({ webhook_id: hangingWebhook.body.id })
    expect((await leased.whereRaw('leased_until > clock_timestamp()')).length).toBeLessThanOrEqual(2)
    await control.admin('DELETE', `${PATH}/${hangingWebhook.body.id}`)
    for (const end of pendingReplies) end()
    await hangingReceiver.close()
  })

  test('cancels the waiting deliveries and the locks of a deleted weekend', async () => {
    const webhook = await createWebhook('/gone', 'result.published', 'session.locked')
    receiver.setReply('/gone', (response) => response.writeHead(500).end())
    const race = await control.race()
    await control.publishEvent(sessionLockChanged, aSessionLock({ raceId: race.id, weekendId: race.weekendId }))
    await control.putResult(race.id, official(...race.carIds))
    await expect.poll(async () => await deliveriesOf(webhook), withLongTimeout).toMatchObject([{ attempts: 1 }])
    await control.publishEvent(weekendChanged, { ...race.weekend, deleted: true })
    await expect
      .poll(async () => await deliveriesOf(webhook), withLongTimeout)
      .toMatchObject([{ state: 'failed', error: 'The weekend was deleted.', nextAttemptAt: null }])
    expect(await control.database('session_locks').where({ race_id: race.id })).toEqual([])
  })
})

describe('webhook of a lock', () => {
  test('delivers a lock once when the race locks, and again after the race was reopened', async () => {
    await createWebhook('/locks', 'session.locked')
    const race = await control.race()
    const lock = { raceId: race.id, weekendId: race.weekendId }
    await control.publishEvent(sessionLockChanged, aSessionLock({ ...lock, locksAt: hoursFromNow(1) }))
    const locksAt = new Date(Date.now() + 1_500).toISOString()
    await control.publishEvent(sessionLockChanged, aSessionLock({ ...lock, locksAt }))
    await expect.poll(() => receiver.deliveriesAt('/locks').length, withLongTimeout).toBe(1)
    const [webhookRequest] = receiver.deliveriesAt('/locks')
    expect(sessionLockedPayload.parse(webhookRequest?.data)).toEqual({
      weekendId: race.weekendId,
      race: { id: race.id, name: race.name, category: race.category },
      lockedAt: locksAt,
    })
    expect(webhookRequest?.at).toBe(locksAt)
    await control.publishEvent(sessionLockChanged, aSessionLock({ ...lock, locksAt }))
    await control.publishEvent(sessionLockChanged, aSessionLock({ ...lock, locksAt: hoursFromNow(1) }))
    const laterLock = new Date(Date.now() + 500).toISOString()
    await control.publishEvent(sessionLockChanged, aSessionLock({ ...lock, locksAt: laterLock }))
    await expect
      .poll(() => receiver.deliveriesAt('/locks').map(({ data }) => data.lockedAt), withLongTimeout)
      .toEqual([locksAt, laterLock])
  })

  test('does not deliver the lock of a race that locked before the webhook was created', async () => {
    const race = await control.race()
    const webhook = await createWebhook('/new', 'session.locked')
    const lock = { raceId: race.id, weekendId: race.weekendId, locksAt: hoursFromNow(-1) }
    await control.publishEvent(sessionLockChanged, aSessionLock(lock))
    await expect
      .poll(() => control.database('session_locks').where({ race_id: race.id }).first('is_published'), withLongTimeout)
      .toEqual({ is_published: true })
    expect(await deliveriesOf(webhook)).toEqual([])
  })
})

describe('webhook of the open leaderboard', () => {
  test('delivers the latest leaderboard at most once in an interval, with display names', async () => {
    await createWebhook('/boards', 'leaderboard.changed')
    const weekendId = nextId()
    await publishBoard(weekendId, 1)
    await expect.poll(() => receiver.deliveriesAt('/boards').length, withLongTimeout).toBe(1)
    const leaderboardRow = () => control.database('webhook_boards').where({ weekend_id: weekendId })
    await leaderboardRow().update({ published_at: hoursFromNow(1) })
    await publishBoard(weekendId, 2)
    await publishBoard(weekendId, 2, { groupId: 7, version: 9 })
    await publishBoard(weekendId, 3)
    await expect.poll(async () => (await leaderboardRow().first('version'))?.version, withLongTimeout).toBe(3)
    expect(receiver.deliveriesAt('/boards')).toHaveLength(1)
    await leaderboardRow().update({ published_at: control.database.raw("clock_timestamp() - interval '4 seconds'") })
    await expect.poll(() => receiver.deliveriesAt('/boards').length, withLongTimeout).toBe(2)
    const [first, second] = receiver.deliveriesAt('/boards')
    expect(leaderboardChangedPayload.parse(second?.data)).toEqual({
      weekendId,
      version: 3,
      total: 2,
      entries: [{ position: 1, name: 'Ada Quinn', totalPoints: 30, positionChange: 0 }],
    })
    expect(JSON.stringify([first, second])).not.toContain('of-ada')
    const published = await control.database('webhook_deliveries').where({ weekend_id: weekendId }).orderBy('at')
    expect(published).toHaveLength(2)
  })

  test('replaces a waiting leaderboard delivery, and retains its attempts and the time of the next one', async () => {
    const webhook = await createWebhook('/behind', 'leaderboard.changed')
    receiver.setReply('/behind', (response) => response.writeHead(500).end())
    const weekendId = nextId()
    await publishBoard(weekendId, 1)
    await expect
      .poll(async () => await deliveriesOf(webhook), withLongTimeout)
      .toMatchObject([{ attempts: 1, status: 500 }])
    const [first] = await deliveriesOf(webhook)
    const later = hoursFromNow(1)
    const waiting = { webhook_id: webhook.id, state: 'waiting' }
    await control.database('webhook_deliveries').where(waiting).update({ next_attempt_at: later, attempts: 9 })
    await control
      .database('webhook_boards')
      .where({ weekend_id: weekendId })
      .update({ published_at: hoursFromNow(-1) })
    await publishBoard(weekendId, 2)
    await expect.poll(async () => (await deliveriesOf(webhook))[0]?.id !== first?.id, withLongTimeout).toBe(true)
    expect(await deliveriesOf(webhook)).toMatchObject([
      { state: 'waiting', attempts: 9, status: 500, nextAttemptAt: later },
    ])
  })
})

test('deletes deliveries older than a week', async () => {
  const webhook = await createWebhook('/old', 'result.published')
  for (const _ of [1, 2]) await control.admin('POST', `${PATH}/${webhook.id}/test`, {})
  const [latest, older] = await deliveriesOf(webhook)
  await control
    .database('webhook_deliveries')
    .where({ id: older?.id })
    .update({ at: hoursFromNow(-7 * 24 - 1) })
  await deliveryRepository(control.database).removeOld(7)
  expect((await deliveriesOf(webhook)).map(({ id }) => id)).toEqual([latest?.id])
})
