import type { Delivery, MadeWebhook, Webhook } from '@purple-sector/contracts/admin/webhooks'
import { leaderboardChangedNews, resultPublishedNews, sessionLockedNews } from '@purple-sector/contracts/admin/webhooks'
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

const soon = { timeout: 20_000 }
const wanting = async (path: string, ...events: Webhook['events']) => {
  const { status, body } = await control.admin<MadeWebhook>('POST', PATH, { url: receiver.at(path), events })
  expect(status).toBe(201)
  receiver.knows(path, body.secret)
  return body
}
const logOf = async ({ id }: { id: number }) =>
  (await control.admin<Delivery[]>('GET', `${PATH}/${id}/deliveries`)).body
const dueNow = (webhook: { id: number }) =>
  control
    .database('webhook_deliveries')
    .where({ webhook_id: webhook.id, state: 'waiting' })
    .update({ next_attempt_at: control.database.fn.now() })

const board = (weekendId: number, version: number, over: object = {}) =>
  control.announce(boardChanged, {
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
    ...over,
  })

describe('webhook', () => {
  test('is created, listed and deleted; its secret is returned once, and not audited', async () => {
    const { secret, ...webhook } = await wanting('/one', 'session.locked', 'result.published')
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    const listed = await control.admin<Webhook[]>('GET', PATH)
    expect(listed.body).toEqual([webhook])
    expect(listed.text).not.toContain(secret)
    expect(await control.admin('DELETE', `${PATH}/${webhook.id}`)).toMatchObject({ status: 204 })
    expect(await control.admin('DELETE', `${PATH}/${webhook.id}`)).toMatchObject({ status: 404 })
    expect(await control.admin('GET', `${PATH}/${webhook.id}/deliveries`)).toMatchObject({ status: 404 })
    expect(await control.admin('POST', `${PATH}/${webhook.id}/test`, {})).toMatchObject({ status: 404 })
    const acts = await control.database('audit_entries').where({ subject_type: 'webhook' }).orderBy('id')
    expect(acts.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['webhook.created', control.chief.userId],
      ['webhook.deleted', control.chief.userId],
    ])
    expect(acts[0].after).toEqual({ url: receiver.at('/one'), events: ['session.locked', 'result.published'] })
    expect(JSON.stringify(acts)).not.toContain(secret)
  })

  test.each([
    [{ url: 'ftp://results.example', events: ['result.published'] }, 'url'],
    [{ url: 'https://me:secret@results.example', events: ['result.published'] }, 'url'],
    [{ url: 'https://results.example', events: [] }, 'events'],
    [{ url: 'https://results.example', events: ['tip.submitted'] }, 'events.0'],
  ])('is rejected with the invalid field: %j', async (body, path) => {
    expect(await control.admin('POST', PATH, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  })

  test('is limited in number, also when several are created concurrently', async () => {
    const body = { url: receiver.at('/many'), events: ['result.published'] }
    const replies = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 3 }, () => control.admin<ErrorBody>('POST', PATH, body)),
    )
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused.map(({ body: { code } }) => code)).toEqual(Array(3).fill('TOO_MANY_WEBHOOKS'))
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toHaveLength(MAX_WEBHOOKS)
  })

  test('is created once for a repeated request with its idempotency key', async () => {
    const body = { url: receiver.at('/again'), events: ['result.published'] }
    const make = (over: object = {}) =>
      control.admin<MadeWebhook>('POST', PATH, { ...body, ...over }, { 'idempotency-key': 'once' })
    const [one, duplicate] = await Promise.all([make(), make()])
    expect(one).toMatchObject({ status: 201, body: { url: body.url, secret: expect.any(String) } })
    expect(duplicate).toMatchObject({ status: 201, body: one.body })
    const other = await make({ url: receiver.at('/other') })
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toHaveLength(1)
  })

  test('is available to administrators only', async () => {
    expect(await control.fan('GET', PATH)).toMatchObject({ status: 403 })
    expect(await control.visitor('GET', PATH)).toMatchObject({ status: 401 })
  })
})

describe('webhook secret', () => {
  const change = (id: number) => control.admin<MadeWebhook>('POST', `${PATH}/${id}/secret`)
  const sendTest = async (webhook: MadeWebhook) =>
    (await control.admin<Delivery>('POST', `${PATH}/${webhook.id}/test`, {})).body.state
  const expireAll = () => control.database('webhook_previous_secrets').update({ expires_at: hoursFromNow(-1) })

  test('is replaced with both valid for a day; deliveries stay, and the audit log has neither', async () => {
    const webhook = await wanting('/rotated', 'result.published')
    expect(await sendTest(webhook)).toBe('delivered')
    const { status, body: changed, text } = await change(webhook.id)
    expect(status).toBe(200)
    expect(changed.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(text).not.toContain(webhook.secret)
    expect(changed).toMatchObject({ id: webhook.id, url: webhook.url, events: webhook.events })
    const hours = (Date.parse(changed.previousSecretUntil ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    const { secret, ...shown } = changed
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toEqual([shown])

    // The receiver still has the old one, then the new one.
    expect(await sendTest(webhook)).toBe('delivered')
    receiver.knows('/rotated', secret)
    expect(await sendTest(webhook)).toBe('delivered')
    receiver.knows('/rotated', webhook.secret)
    await expireAll()
    expect(await sendTest(webhook)).toBe('failed')
    receiver.knows('/rotated', secret)
    expect(await sendTest(webhook)).toBe('delivered')
    expect((await control.admin<Webhook[]>('GET', PATH)).body).toEqual([{ ...shown, previousSecretUntil: null }])
    expect(await logOf(webhook)).toHaveLength(5)

    const [line] = await control.database('audit_entries').where({ action: 'webhook.secret-changed' })
    expect(line).toMatchObject({ actor_id: control.chief.userId, subject_id: String(webhook.id) })
    expect(line.after).toEqual({ ...line.before, previousSecretUntil: changed.previousSecretUntil })
    for (const each of [secret, webhook.secret]) expect(JSON.stringify(line)).not.toContain(each)
  })

  test('signs with all replaced ones after it was replaced twice in a day', async () => {
    const webhook = await wanting('/twice', 'result.published')
    const [, { body: last }] = [await change(webhook.id), await change(webhook.id)]
    expect(await sendTest(webhook)).toBe('delivered')
    receiver.knows('/twice', last.secret)
    expect(await sendTest(webhook)).toBe('delivered')
  })

  test('is replaced at most five times in a day, also concurrently, and again after they have expired', async () => {
    const webhook = await wanting('/often', 'result.published')
    const replies = await Promise.all(Array.from({ length: MAX_PREVIOUS_SECRETS + 2 }, () => change(webhook.id)))
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused).toMatchObject(Array(2).fill({ body: { code: 'TOO_MANY_SECRETS' } }))
    await expireAll()
    expect((await change(webhook.id)).status).toBe(200)
    await webhookRepository(control.database).removeExpiredSecrets()
    expect(await control.database('webhook_previous_secrets').where({ webhook_id: webhook.id })).toHaveLength(1)
  })

  test('returns 404 for an unknown webhook, and cannot be replaced by fans', async () => {
    expect((await change(2_147_483_000)).status).toBe(404)
    expect(await control.fan('POST', `${PATH}/1/secret`)).toMatchObject({ status: 403 })
  })
})

describe('webhook test', () => {
  test('is sent at once and returns its outcome', async () => {
    const webhook = await wanting('/tested', 'result.published')
    const tried = await control.admin<Delivery>('POST', `${PATH}/${webhook.id}/test`, {})
    expect(tried).toMatchObject({ status: 200, body: { type: 'test', state: 'delivered', status: 204, attempts: 1 } })
    expect(receiver.deliveriesAt('/tested')).toMatchObject([{ id: tried.body.id, type: 'test', at: tried.body.at }])
    receiver.answers('/tested', (response) => response.writeHead(503).end())
    const failed = { type: 'test', state: 'failed', status: 503, error: 'Answered 503.', nextAttemptAt: null }
    expect((await control.admin('POST', `${PATH}/${webhook.id}/test`, {})).body).toMatchObject(failed)
    expect(await logOf(webhook)).toMatchObject([failed, { state: 'delivered' }])
    const tested = { action: 'webhook.tested', subject_id: String(webhook.id) }
    expect(await control.database('audit_entries').where(tested)).toHaveLength(2)
  })
})

describe('webhook of a published result', () => {
  test('is delivered once a revision, to subscribers of results', async () => {
    const webhook = await wanting('/results', 'result.published')
    const deaf = await wanting('/boards-only', 'leaderboard.changed')
    const race = await control.race()
    await control.publish(race.id, official(...race.carIds))
    await control.publish(race.id, official(...race.carIds))
    await control.publish(race.id, { ...official(...race.carIds.toReversed()), status: 'amended', reason: 'Steering' })
    await expect.poll(() => receiver.deliveriesAt('/results').length, soon).toBe(2)
    const letters = receiver.deliveriesAt('/results').toSorted((one, other) => one.at.localeCompare(other.at))
    expect(letters.map(({ data }) => resultPublishedNews.parse(data).result.revision)).toEqual([1, 2])
    expect(letters[1]).toMatchObject({
      type: 'result.published',
      data: {
        weekendId: race.weekendId,
        race: { id: race.id, name: race.name, category: race.category },
        result: { status: 'amended', reason: 'Steering' },
      },
    })
    await expect
      .poll(async () => (await logOf(webhook)).map(({ state, attempts, status }) => [state, attempts, status]), soon)
      .toEqual(Array(2).fill(['delivered', 1, 204]))
    expect(await logOf(deaf)).toEqual([])
    expect(await control.database('webhook_deliveries').whereNotNull('data')).toEqual([])
  })

  test('does not fail the result where a subscribed webhook is being deleted', async () => {
    const [going, staying] = [
      await wanting('/going', 'result.published'),
      await wanting('/staying', 'result.published'),
    ]
    const race = await control.race()
    const [deleted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deletion = control.database.transaction(async (sql) => {
      await sql('webhooks').where({ id: going.id }).delete()
      deleted.resolve()
      await mayEnd.promise
    })
    await deleted.promise
    const publishing = control.publish(race.id, official(...race.carIds))
    await expect.poll(() => lockWaiters(control.database), soon).not.toEqual([])
    mayEnd.resolve()
    await deletion
    expect((await publishing).status).toBe(200)
    await expect.poll(() => receiver.deliveriesAt('/staying').length, soon).toBe(1)
    expect(await logOf(staying)).toHaveLength(1)
    expect(receiver.deliveriesAt('/going')).toEqual([])
  })

  test('is retried under its id until the receiver accepts it', async () => {
    const webhook = await wanting('/later', 'result.published')
    receiver.answers('/later', (response) => response.writeHead(500).end('Sorry'))
    const race = await control.race()
    await control.publish(race.id, official(...race.carIds))
    await expect
      .poll(async () => await logOf(webhook), soon)
      .toMatchObject([{ state: 'waiting', attempts: 1, status: 500, error: 'Answered 500.' }])
    const [first] = await logOf(webhook)
    expect(Date.parse(first?.nextAttemptAt ?? '') - Date.now()).toBeLessThan(7_500)
    receiver.answers('/later')
    await dueNow(webhook)
    await expect
      .poll(async () => await logOf(webhook), soon)
      .toMatchObject([
        { id: first?.id, state: 'delivered', attempts: 2, status: 204, error: null, nextAttemptAt: null },
      ])
    expect(receiver.deliveriesAt('/later')).toMatchObject([{ id: first?.id }])
  })

  test('is sent again after its process died, and to no receiver twice at once', async () => {
    const webhook = await wanting('/leased', 'result.published')
    receiver.answers('/leased', (response) => response.writeHead(500).end())
    const race = await control.race()
    await control.publish(race.id, official(...race.carIds))
    await expect.poll(async () => await logOf(webhook), soon).toMatchObject([{ attempts: 1 }])
    receiver.answers('/leased')
    const row = () => control.database('webhook_deliveries').where({ webhook_id: webhook.id })
    await row().update({ leased_until: hoursFromNow(1), next_attempt_at: hoursFromNow(-1) })
    const other = deliveryRepository(control.database)
    expect((await other.claim(10)).filter(({ url }) => url === webhook.url)).toEqual([])
    await row().update({ leased_until: hoursFromNow(-1) })
    await expect.poll(async () => await logOf(webhook), soon).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('is delivered to others while a receiver hangs', async () => {
    const stuck: (() => void)[] = []
    const elsewhere = await startWebhookReceiver()
    elsewhere.answers('/hangs', (response) => void stuck.push(() => response.end()))
    const hanging = await control.admin<MadeWebhook>('POST', PATH, {
      url: elsewhere.at('/hangs'),
      events: ['result.published'],
    })
    await wanting('/beside', 'result.published')
    const races = await Promise.all(Array.from({ length: 5 }, () => control.race()))
    for (const race of races) await control.publish(race.id, official(...race.carIds))
    await expect.poll(() => receiver.deliveriesAt('/beside').length, soon).toBe(5)
    const leased = control.database('webhook_deliveries').where({ webhook_id: hanging.body.id })
    expect((await leased.whereRaw('leased_until > clock_timestamp()')).length).toBeLessThanOrEqual(2)
    await control.admin('DELETE', `${PATH}/${hanging.body.id}`)
    for (const end of stuck) end()
    await elsewhere.close()
  })

  test('is cancelled with a deleted weekend', async () => {
    const webhook = await wanting('/gone', 'result.published', 'session.locked')
    receiver.answers('/gone', (response) => response.writeHead(500).end())
    const race = await control.race()
    await control.announce(sessionLockChanged, aSessionLock({ raceId: race.id, weekendId: race.weekendId }))
    await control.publish(race.id, official(...race.carIds))
    await expect.poll(async () => await logOf(webhook), soon).toMatchObject([{ attempts: 1 }])
    await control.announce(weekendChanged, { ...race.weekend, deleted: true })
    await expect
      .poll(async () => await logOf(webhook), soon)
      .toMatchObject([{ state: 'failed', error: 'The weekend was deleted.', nextAttemptAt: null }])
    expect(await control.database('session_locks').where({ race_id: race.id })).toEqual([])
  })
})

describe('webhook of a lock', () => {
  test('is delivered when it occurs, once, and again after the session was reopened', async () => {
    await wanting('/locks', 'session.locked')
    const race = await control.race()
    const lock = { raceId: race.id, weekendId: race.weekendId }
    await control.announce(sessionLockChanged, aSessionLock({ ...lock, locksAt: hoursFromNow(1) }))
    const locksAt = new Date(Date.now() + 1_500).toISOString()
    await control.announce(sessionLockChanged, aSessionLock({ ...lock, locksAt }))
    await expect.poll(() => receiver.deliveriesAt('/locks').length, soon).toBe(1)
    const [letter] = receiver.deliveriesAt('/locks')
    expect(sessionLockedNews.parse(letter?.data)).toEqual({
      weekendId: race.weekendId,
      race: { id: race.id, name: race.name, category: race.category },
      lockedAt: locksAt,
    })
    expect(letter?.at).toBe(locksAt)
    await control.announce(sessionLockChanged, aSessionLock({ ...lock, locksAt }))
    await control.announce(sessionLockChanged, aSessionLock({ ...lock, locksAt: hoursFromNow(1) }))
    const again = new Date(Date.now() + 500).toISOString()
    await control.announce(sessionLockChanged, aSessionLock({ ...lock, locksAt: again }))
    await expect
      .poll(() => receiver.deliveriesAt('/locks').map(({ data }) => data.lockedAt), soon)
      .toEqual([locksAt, again])
  })

  test('is not delivered for a lock before the webhook was created', async () => {
    const race = await control.race()
    const webhook = await wanting('/new', 'session.locked')
    const lock = { raceId: race.id, weekendId: race.weekendId, locksAt: hoursFromNow(-1) }
    await control.announce(sessionLockChanged, aSessionLock(lock))
    await expect
      .poll(() => control.database('session_locks').where({ race_id: race.id }).first('is_published'), soon)
      .toEqual({ is_published: true })
    expect(await logOf(webhook)).toEqual([])
  })
})

describe('webhook of the open leaderboard', () => {
  test('is delivered at most once in an interval, the latest one, with display names', async () => {
    await wanting('/boards', 'leaderboard.changed')
    const weekendId = nextId()
    await board(weekendId, 1)
    await expect.poll(() => receiver.deliveriesAt('/boards').length, soon).toBe(1)
    const leaderboardRow = () => control.database('webhook_boards').where({ weekend_id: weekendId })
    await leaderboardRow().update({ published_at: hoursFromNow(1) })
    await board(weekendId, 2)
    await board(weekendId, 2, { groupId: 7, version: 9 })
    await board(weekendId, 3)
    await expect.poll(async () => (await leaderboardRow().first('version'))?.version, soon).toBe(3)
    expect(receiver.deliveriesAt('/boards')).toHaveLength(1)
    await leaderboardRow().update({ published_at: control.database.raw("clock_timestamp() - interval '4 seconds'") })
    await expect.poll(() => receiver.deliveriesAt('/boards').length, soon).toBe(2)
    const [first, second] = receiver.deliveriesAt('/boards')
    expect(leaderboardChangedNews.parse(second?.data)).toEqual({
      weekendId,
      version: 3,
      total: 2,
      entries: [{ position: 1, name: 'Ada Quinn', totalPoints: 30, positionChange: 0 }],
    })
    expect(JSON.stringify([first, second])).not.toContain('of-ada')
    const published = await control.database('webhook_deliveries').where({ weekend_id: weekendId }).orderBy('at')
    expect(published).toHaveLength(2)
  })

  test('replaces one that is still waiting, and keeps its schedule', async () => {
    const webhook = await wanting('/behind', 'leaderboard.changed')
    receiver.answers('/behind', (response) => response.writeHead(500).end())
    const weekendId = nextId()
    await board(weekendId, 1)
    await expect.poll(async () => await logOf(webhook), soon).toMatchObject([{ attempts: 1, status: 500 }])
    const [first] = await logOf(webhook)
    const later = hoursFromNow(1)
    const waiting = { webhook_id: webhook.id, state: 'waiting' }
    await control.database('webhook_deliveries').where(waiting).update({ next_attempt_at: later, attempts: 9 })
    await control
      .database('webhook_boards')
      .where({ weekend_id: weekendId })
      .update({ published_at: hoursFromNow(-1) })
    await board(weekendId, 2)
    await expect.poll(async () => (await logOf(webhook))[0]?.id !== first?.id, soon).toBe(true)
    expect(await logOf(webhook)).toMatchObject([{ state: 'waiting', attempts: 9, status: 500, nextAttemptAt: later }])
  })
})

test('removes deliveries from the log after a week', async () => {
  const webhook = await wanting('/old', 'result.published')
  for (const _ of [1, 2]) await control.admin('POST', `${PATH}/${webhook.id}/test`, {})
  const [latest, older] = await logOf(webhook)
  await control
    .database('webhook_deliveries')
    .where({ id: older?.id })
    .update({ at: hoursFromNow(-7 * 24 - 1) })
  await deliveryRepository(control.database).removeOld(7)
  expect((await logOf(webhook)).map(({ id }) => id)).toEqual([latest?.id])
})
