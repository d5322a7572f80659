import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Achievements,
  EngagementEntry,
  EngagementStats,
  HeatMapEntry,
  Notification,
  NotificationPreferences,
  PollStats,
  PushSubscriptionBody,
} from '@purple-sector/contracts/engagement/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { type Database, openDatabase } from '@purple-sector/database'
import { createLogger, silentLogger } from '@purple-sector/service-kit/logger'
import { enter, type Person } from '@purple-sector/testing/group-weekend/person'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { type MailServer, startMailServer } from '@purple-sector/testing/servers/mail-server'
import { linkIn } from '@purple-sector/testing/servers/mailbox'
import { startPushService } from '@purple-sector/testing/servers/push-service'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type NativeInfrastructure, startNativeInfrastructure } from '../infrastructure/infrastructure.ts'
import { missingPrograms } from '../infrastructure/required-programs.ts'
import { type DistributedProduct, startDistributedProduct } from '../processes.ts'
import { repositoryRoot } from '../repository-root.ts'

const FANS = 20
/** Push subscriptions per fan. */
const PHONES = 4
/** Maximum time after a correction is published until a process that sends its notifications is killed. */
const MAX_WAIT_MS = 600
/** Pushes that get a reply before the push service delays all others. */
const IMMEDIATE_PUSHES = 4
/** Maximum pushes in flight per process: with more in flight, both processes have some. */
const MAX_CONCURRENCY = 60
/**
 * Mails in flight per process.
 * A mail that the server accepted from a process that was then killed is sent again.
 */
const MAIL_CONCURRENCY = 3
const OTHER_CATEGORY = 'Dunlop Super2 Series'
const MINUTE_MS = 60_000
/** Timeout for effects of events, on a busy machine. */
const LONG_TIMEOUT = { timeout: 90_000, interval: 200 }

type Fan = Person & { screen: TestSocket; phones: PushSubscriptionBody[] }

const notificationsOn = ({ frames }: TestSocket): Notification[] =>
  frames.flatMap((frame) => (frame.type === 'notification' ? [frame.data] : []))

describe.runIf(missingPrograms().length === 0)('two engagement processes behind two gateways', () => {
  const stops: (() => Promise<unknown>)[] = []
  let infrastructure: NativeInfrastructure
  let product: DistributedProduct
  let database: Database
  let pushService: Awaited<ReturnType<typeof startPushService>>
  let mailServer: MailServer
  let raceControl: Person
  let scene: Awaited<ReturnType<typeof openOneRaceWeekend>>
  /** Half of the fans use each gateway. */
  let fans: Fan[]

  const pathOf = (resource: string) => `/api/${resource}/${scene.weekend.id}`
  const fetchNotifications = (person: Person) => person.get<Notification[]>(pathOf('notifications'))
  const countUnread = async (person: Person) =>
    (await person.get<{ count: number }>(`${pathOf('notifications')}/count`)).count
  const mailsTo = ({ email }: Person, words: string) =>
    mailServer.received.filter(({ to, text }) => to.includes(email) && text.includes(words))

  /** Rotates the order of the cars in the result, so that every fan's car changes position each time. */
  const publish = (turn: number, reason?: string) => {
    const classification = [0, 1, 2].map((place) => ({
      ...{ carId: scene.cars[(place + turn) % 3]?.id, position: place + 1, status: 'classified' },
      ...{ laps: 20, bestLapMs: 80_000 + place * 500 },
    }))
    const body = { status: 'official', classification, ...(reason === undefined ? {} : { reason }) }
    return raceControl.send('PUT', `/api/admin/races/${scene.race.id}/results`, body)
  }
  /** Expects that every fan got exactly one matching notification, over HTTP and on their open screen. */
  const expectOneNotificationPerFan = async (matches: (notification: Notification) => boolean): Promise<void> => {
    await Promise.all(
      fans.map(async (fan) => {
        await expect.poll(async () => (await fetchNotifications(fan)).filter(matches).length, LONG_TIMEOUT).toBe(1)
        const [notification] = (await fetchNotifications(fan)).filter(matches)
        await fan.screen.next('notification', ({ data }) => data.id === notification?.id)
      }),
    )
    for (const fan of fans) {
      await fan.screen.settled()
      expect((await fetchNotifications(fan)).filter(matches)).toHaveLength(1)
      expect(notificationsOn(fan.screen).filter(matches)).toHaveLength(1)
    }
  }
  const hasReason = (reason: string) => (notification: Pick<Notification, 'message'>) =>
    notification.message.includes(reason)

  /**
   * Resolves when no delivery is pending; returns how many were leased by a dead process.
   * Those return when their lease ends. The test does not wait for that: once the living processes make no more
   * progress, it ends the leases.
   */
  const waitUntilDelivered = async (): Promise<number> => {
    let before = ''
    let expiredLeases = 0
    // A delivery in its first seconds becomes due before that; a leased one does not.
    const inTenSeconds = database.raw(`now() + interval '10 seconds'`)
    await vi.waitFor(
      async () => {
        const idsOf = (rows: string) => database(rows).pluck('id')
        const waiting = [...(await idsOf('deliveries')), '/', ...(await idsOf('mails'))]
        if (waiting.length === 1) return
        const isUnchanged = waiting.join() === before
        before = isUnchanged ? '' : waiting.join()
        if (isUnchanged)
          for (const rows of ['deliveries', 'mails'])
            expiredLeases += await database(rows).where('due_at', '>', inTenSeconds).update({ due_at: new Date() })
        throw new Error(`Still pending: ${waiting.join()}`)
      },
      { timeout: LONG_TIMEOUT.timeout, interval: 1_500 },
    )
    return expiredLeases
  }

  const createFan = async (index: number): Promise<Fan> => {
    const gateway = product.gateways[index % 2] ?? ''
    const username = `fan${index}`
    const credentials = { email: `${username}@example.org`, password: 'the flag is green', username }
    const person = await enter({ calls: gateway, sockets: gateway }, '/api/auth/register', credentials)
    const mail = await vi.waitFor(() => {
      const [verification] = mailsTo(person, '/api/auth/verify')
      if (!verification) throw new Error(`no mail to ${person.email}`)
      return verification
    }, LONG_TIMEOUT)
    await person.get(linkIn(mail.text, '/api/auth/verify'))
    const car = scene.cars[Math.floor(index / 2) % 3]
    const tip = { weekendId: scene.weekend.id, category: CATEGORY, carId: car?.id }
    await vi.waitFor(() => person.post('/api/tips', tip), LONG_TIMEOUT)
    const phones = Array.from({ length: PHONES }, () => pushService.browser())
    for (const phone of phones) await person.post('/api/notifications/push-subscriptions', phone)
    const preferences = await person.get<NotificationPreferences>('/api/notifications/preferences')
    const mails = { ...preferences.mail, position: true, correction: true, deadline: true }
    await person.send('PUT', '/api/notifications/preferences', { ...preferences, mail: mails })
    const screen = await person.open()
    screen.subscribe(scene.weekend.id, [])
    await screen.next('subscribed')
    return { ...person, screen, phones }
  }

  beforeAll(async () => {
    pushService = await startPushService()
    stops.push(() => pushService.close())
    mailServer = await startMailServer()
    stops.push(() => mailServer.close())
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    stops.push(() => infrastructure.stop())
    product = await startDistributedProduct({
      infrastructure,
      log: createLogger('engagement', 'warn'),
      logFolder: join(repositoryRoot, 'var', 'logs', 'engagement'),
      replicas: { gateway: 2, engagement: 2, 'scoring-worker': 1 },
      settings: {
        ...{ PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1', LIMIT_REGISTRATION: '6000' },
        ...{ SMTP_URL: mailServer.url, PUSH_ALLOW_PRIVATE: 'on' },
      },
    })
    stops.push(() => product.stop())
    database = openDatabase({ url: infrastructure.databaseUrl, schema: 'engagement', maxConnections: 1 })
    stops.push(() => database.destroy())
    const [gatewayUrl = ''] = product.gateways
    raceControl = await enter({ calls: gatewayUrl, sockets: gatewayUrl }, '/api/auth/login', product.admin)
    scene = await openOneRaceWeekend(raceControl)
    fans = await Promise.all(Array.from({ length: FANS }, (_, index) => createFan(index)))
  }, 240_000)
  afterAll(async () => {
    for (const { screen } of fans ?? []) screen.close()
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  test('votes and reactions appear live at both gateways', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    for (const [index, fan] of [ann, bob].entries()) {
      const vote = { weekendId: scene.weekend.id, driverName: `Driver ${index + 1}`, category: CATEGORY }
      await vi.waitFor(() => fan.post('/api/driver-poll', vote), LONG_TIMEOUT)
    }
    for (const { screen } of [ann, bob])
      await screen.next('poll_update', ({ data }) => data.stats.totalVotes === 2 && data.results.length === 2)
    for (const fan of [ann, bob])
      expect(await fan.get<PollStats>(`${pathOf('driver-poll')}/stats`)).toMatchObject({ totalVotes: 2 })
  })

  test('a result notifies each fan once, and a notification marked as read at one gateway is read at the other', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    await publish(0)
    await expectOneNotificationPerFan(({ type }) => type === 'position')
    for (const fan of [ann, bob]) {
      await expect
        .poll(async () => (await countUnread(fan)) === (await fetchNotifications(fan)).length, LONG_TIMEOUT)
        .toBe(true)
      await fan.screen.next('heat_map_updated')
      const heat = () => fan.get<HeatMapEntry[]>(`/api/weekends/${scene.weekend.id}/heat-map`)
      await expect
        .poll(async () => (await heat()).map(({ driverName }) => driverName), LONG_TIMEOUT)
        .toEqual(['Driver 1', 'Driver 2', 'Driver 3'])
      await fan.screen.next('engagement_board', ({ data }) => data.total === FANS)
      const board = async () =>
        (await fan.get<EngagementEntry[]>(`${pathOf('engagement/leaderboard')}?limit=500`)).length
      await expect.poll(board, LONG_TIMEOUT).toBe(FANS)
    }
    const [, otherUrl = ''] = product.gateways
    const secondSession = await enter({ calls: otherUrl, sockets: otherUrl }, '/api/auth/login', {
      ...{ email: ann.email, password: 'the flag is green' },
    })
    const screen = await secondSession.open()
    screen.subscribe(null, [])
    stops.push(async () => screen.close())
    const reaction = { weekendId: scene.weekend.id, kind: 'reaction', reaction: 'applause' }
    await ann.post('/api/fan-engagement/actions', { ...reaction, subject: { type: 'result', id: scene.race.id } })
    for (const each of [ann.screen, bob.screen])
      await each.next('engagement_update', ({ data }) => data.counts.applause === 1)
    await screen.next('own_reactions', ({ data }) => data.yours.includes('applause'))

    // Achievements of a result are notified some seconds after it, and are unread as well.
    for (const table of ['pending_results', 'pending_weekend_closings'])
      await expect.poll(() => database(table), LONG_TIMEOUT).toEqual([])
    expect(await countUnread(secondSession)).toBeGreaterThan(0)
    await ann.post(`${pathOf('notifications')}/read-all`)
    expect(await countUnread(ann)).toBe(0)
    await screen.next('notification_count')
    await expect.poll(() => countUnread(secondSession), LONG_TIMEOUT).toBe(0)
  }, 120_000)

  test('each fan is notified exactly once when either process is killed while it sends notifications', async () => {
    const waitMs = randomInt(MAX_WAIT_MS)
    await publish(1, 'Protest')
    await sleep(waitMs)
    await product.kill('engagement-2')
    const restarted = product.restart('engagement-2')
    await expectOneNotificationPerFan(hasReason('Protest')).catch((error: unknown) => {
      throw new Error(`killed ${waitMs} ms after the correction`, { cause: error })
    })
    await restarted
  }, 120_000)

  test('after a kill amid pushes and mails, each one arrives, and only those in flight arrive twice', async () => {
    let pushCount = 0
    let releasePushes = () => {}
    const pushesReleased = new Promise<void>((resolve) => {
      releasePushes = resolve
    })
    pushService.answers(async () => {
      pushCount += 1
      if (pushCount > IMMEDIATE_PUSHES) await pushesReleased
      return { status: 201 }
    })
    // Makes a result and a reminder due at the same moment.
    const startTime = new Date(Date.now() + 5 * 60 * MINUTE_MS).toISOString()
    const race = { weekendId: scene.weekend.id, name: 'Race 2', category: OTHER_CATEGORY, sessionType: 'race1' }
    const { id: raceId } = await raceControl.post<Race>('/api/admin/races', { ...race, startTime })
    await raceControl.post('/api/admin/cars', { raceId, number: 9, driver: 'Driver 9' })
    const reminder = () => database('reminders').where({ race_id: raceId, lead_minutes: 120 })
    await expect.poll(reminder, LONG_TIMEOUT).toHaveLength(1)
    await publish(2, 'Weighbridge')
    await reminder().update({ due_at: new Date() })
    await vi.waitFor(() => expect(pushCount).toBeGreaterThan(IMMEDIATE_PUSHES + MAX_CONCURRENCY), LONG_TIMEOUT)
    await product.kill('engagement-1')
    releasePushes()
    await expectOneNotificationPerFan(hasReason('Weighbridge'))
    await expectOneNotificationPerFan(({ type }) => type === 'deadline')
    expect(await waitUntilDelivered()).toBeGreaterThan(0)
    const restarted = product.restart('engagement-1')

    const isDeadlineOrCorrection = ({ type }: Pick<Notification, 'type'>) =>
      type === 'deadline' || type === 'correction'
    let mailsSent = 0
    let pushedAgain = 0
    for (const fan of fans) {
      const ids = (await fetchNotifications(fan)).filter(isDeadlineOrCorrection).map(({ id }) => id)
      for (const { endpoint } of fan.phones) {
        const pushes = pushService.taken(endpoint).filter(({ payload }) => isDeadlineOrCorrection(payload))
        expect([...new Set(pushes.map(({ payload }) => payload.id))].toSorted()).toEqual(ids.toSorted())
        // A push that is sent twice is one notification in the browser (same tag), and one for an offline browser (same
        // topic).
        for (const { payload, headers } of pushes) expect(headers.topic).toBe(`n${payload.id}`)
        pushedAgain += pushes.length - ids.length
      }
      const mails = ['Protest', 'Weighbridge', `No tip for ${OTHER_CATEGORY}`].map((words) => mailsTo(fan, words))
      for (const each of mails) expect(each.length).toBeGreaterThan(0)
      mailsSent += mails.flat().length
    }
    // Two processes have been killed by now.
    expect(mailsSent).toBeLessThanOrEqual(3 * FANS + 2 * MAIL_CONCURRENCY)
    expect(pushedAgain).toBeLessThanOrEqual(2 * MAX_CONCURRENCY)
    await restarted
  }, 120_000)

  test('votes are accepted without Kafka, and fans are notified once when Kafka is back', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    await infrastructure.kill('kafka')
    await publish(3, 'Ballast')
    const vote = { weekendId: scene.weekend.id, driverName: 'Driver 3', category: CATEGORY }
    await ann.post('/api/driver-poll', vote)
    await infrastructure.restart('kafka')
    await expectOneNotificationPerFan(hasReason('Ballast'))
    for (const { screen } of [ann, bob])
      await screen.next('poll_update', ({ data }) => data.results.some(({ driverName }) => driverName === 'Driver 3'))
  }, 180_000)

  test('no fan has missing or surplus points or achievements after all faults', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    const unlockedOf = async (fan: Fan) => (await fan.get<Achievements>('/api/achievements')).unlocked
    for (const fan of fans) {
      // Each car has won once by now.
      const expectedIds = [
        'first-tip',
        'on-the-board',
        'winner-picked',
        ...(fan === ann || fan === bob ? ['first-vote'] : []),
      ]
      await expect
        .poll(async () => (await unlockedOf(fan)).map(({ id }) => id), LONG_TIMEOUT)
        .toEqual(expect.arrayContaining(expectedIds))
      const activityPoints = 5 + (fan === ann || fan === bob ? 3 : 0) + (fan === ann ? 1 : 0)
      const points = async () => (await fan.get<EngagementStats>(pathOf('engagement/stats'))).totalPoints
      const missingPoints = async () =>
        (await unlockedOf(fan)).reduce((sum, { points: each }) => sum + each, activityPoints) - (await points())
      await expect.poll(missingPoints, LONG_TIMEOUT).toBe(0)
      const countGranted = async () =>
        (await fetchNotifications(fan)).filter(({ type }) => type === 'achievement').length
      await expect.poll(async () => (await countGranted()) - (await unlockedOf(fan)).length, LONG_TIMEOUT).toBe(0)
    }
  }, 120_000)
})
