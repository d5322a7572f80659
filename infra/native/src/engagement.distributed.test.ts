import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngagementEntry, HeatMapEntry, Notification, PollStats } from '@purple-sector/contracts/engagement/http'
import { createLogger, silentLogger } from '@purple-sector/service-kit/logger'
import { enter, type Person, type Screen } from '@purple-sector/testing/group-weekend/person'
import { CATEGORY, openOneRaceWeekend } from '@purple-sector/testing/one-race-weekend'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type NativeInfrastructure, startNativeInfrastructure } from './infrastructure.ts'
import { type DistributedProduct, startDistributedProduct } from './processes.ts'
import { repositoryRoot } from './repository-root.ts'
import { missingPrograms } from './required-programs.ts'

const FANS = 30
/** How often engagement is killed while it tells everybody of a correction, and how long after it was published. */
const KILLS = 3
const LONGEST_WAIT_MS = 600
/** For what follows by events, on a machine that is busy. */
const PATIENT = { timeout: 90_000, interval: 200 }

type Fan = Person & { screen: Screen }

const notificationsOn = ({ frames }: Screen): Notification[] =>
  frames.flatMap((frame) => (frame.type === 'notification' ? [frame.data] : []))

describe.runIf(missingPrograms().length === 0)('engagement behind two gateways', () => {
  const stops: (() => Promise<unknown>)[] = []
  let infrastructure: NativeInfrastructure
  let product: DistributedProduct
  let control: Person
  let scene: Awaited<ReturnType<typeof openOneRaceWeekend>>
  /** Half of them at each gateway. */
  let fans: Fan[]

  const path = (of: string) => `/api/${of}/${scene.weekend.id}`
  const told = (person: Person) => person.get<Notification[]>(path('notifications'))
  const unread = async (person: Person) => (await person.get<{ count: number }>(`${path('notifications')}/count`)).count

  /** The order of the cars in the result; every fan's car stands elsewhere with each turn. */
  const publish = (turn: number, reason?: string) => {
    const classification = [0, 1, 2].map((place) => ({
      ...{ carId: scene.cars[(place + turn) % 3]?.id, position: place + 1, status: 'classified' },
      ...{ laps: 20, bestLapMs: 80_000 + place * 500 },
    }))
    const body = { status: 'official', classification, ...(reason === undefined ? {} : { reason }) }
    return control.send('PUT', `/api/admin/races/${scene.race.id}/results`, body)
  }
  /** Everybody is told once of what they were told because of it: over HTTP, and on the screen that was open. */
  const everybodyIsToldOnce = async (isIt: (notification: Notification) => boolean): Promise<void> => {
    for (const fan of fans) {
      await expect.poll(async () => (await told(fan)).filter(isIt).length, PATIENT).toBe(1)
      const [notification] = (await told(fan)).filter(isIt)
      await fan.screen.next('notification', ({ data }) => data.id === notification?.id)
    }
    for (const fan of fans) {
      await fan.screen.settled()
      expect((await told(fan)).filter(isIt)).toHaveLength(1)
      expect(notificationsOn(fan.screen).filter(isIt)).toHaveLength(1)
    }
  }
  const because = (reason: string) => (notification: Notification) => notification.message.includes(reason)

  beforeAll(async () => {
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    stops.push(() => infrastructure.stop())
    product = await startDistributedProduct({
      infrastructure,
      log: createLogger('engagement', 'warn'),
      logFolder: join(repositoryRoot, 'var', 'logs', 'engagement'),
      replicas: { gateway: 2, 'scoring-worker': 1 },
      settings: { PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1', LIMIT_REGISTRATION: '6000' },
    })
    stops.push(() => product.stop())
    const [one = '', other = ''] = product.gateways
    control = await enter({ calls: one, sockets: one }, '/api/auth/login', product.admin)
    scene = await openOneRaceWeekend(control)
    fans = []
    for (let index = 0; index < FANS; index++) {
      const gateway = index % 2 === 0 ? one : other
      const username = `fan${index}`
      const credentials = { email: `${username}@example.org`, password: 'the flag is green', username }
      const person = await enter({ calls: gateway, sockets: gateway }, '/api/auth/register', credentials)
      const car = scene.cars[Math.floor(index / 2) % 3]
      const tip = { weekendId: scene.weekend.id, category: CATEGORY, carId: car?.id }
      await vi.waitFor(() => person.post('/api/tips', tip), PATIENT)
      const screen = await person.open()
      screen.subscribe(scene.weekend.id, [])
      await screen.next('subscribed')
      fans.push({ ...person, screen })
    }
  }, 240_000)
  afterAll(async () => {
    for (const { screen } of fans ?? []) screen.close()
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  test('votes and reactions move live at both', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    for (const [index, fan] of [ann, bob].entries()) {
      const vote = { weekendId: scene.weekend.id, driverName: `Driver ${index + 1}`, category: CATEGORY }
      await vi.waitFor(() => fan.post('/api/driver-poll', vote), PATIENT)
    }
    for (const { screen } of [ann, bob])
      await screen.next('poll_update', ({ data }) => data.stats.totalVotes === 2 && data.results.length === 2)
    for (const fan of [ann, bob])
      expect(await fan.get<PollStats>(`${path('driver-poll')}/stats`)).toMatchObject({ totalVotes: 2 })
  })

  test('a result tells everybody once, and what is read at one is read at the other', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    await publish(0)
    await everybodyIsToldOnce(({ type }) => type === 'position')
    for (const fan of [ann, bob]) {
      await expect.poll(async () => (await unread(fan)) === (await told(fan)).length, PATIENT).toBe(true)
      await fan.screen.next('heat_map_updated')
      const heat = () => fan.get<HeatMapEntry[]>(`/api/weekends/${scene.weekend.id}/heat-map`)
      await expect
        .poll(async () => (await heat()).map(({ driverName }) => driverName), PATIENT)
        .toEqual(['Driver 1', 'Driver 2', 'Driver 3'])
      await fan.screen.next('engagement_board', ({ data }) => data.total === FANS)
      const board = async () => (await fan.get<EngagementEntry[]>(`${path('engagement/leaderboard')}?limit=500`)).length
      await expect.poll(board, PATIENT).toBe(FANS)
    }
    const reaction = { weekendId: scene.weekend.id, kind: 'reaction', reaction: 'applause' }
    await ann.post('/api/fan-engagement/actions', { ...reaction, subject: { type: 'result', id: scene.race.id } })
    for (const { screen } of [ann, bob])
      await screen.next('engagement_update', ({ data }) => data.counts.applause === 1)

    const [, other = ''] = product.gateways
    const elsewhere = await enter({ calls: other, sockets: other }, '/api/auth/login', {
      ...{ email: ann.email, password: 'the flag is green' },
    })
    const screen = await elsewhere.open()
    stops.push(async () => screen.close())
    expect(await unread(elsewhere)).toBeGreaterThan(0)
    await ann.post(`${path('notifications')}/read-all`)
    expect(await unread(ann)).toBe(0)
    await screen.next('notification_count')
    await expect.poll(() => unread(elsewhere), PATIENT).toBe(0)
  }, 120_000)

  test('killed while it tells everybody and brought back, it has told each once and left nobody out', async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const reason = `Protest ${kill}`
      const waitMs = randomInt(LONGEST_WAIT_MS)
      await publish(kill, reason)
      await sleep(waitMs)
      await product.kill('engagement')
      await product.restart('engagement')
      await everybodyIsToldOnce(because(reason)).catch((error: unknown) => {
        throw new Error(`killed ${waitMs} ms after ${reason}`, { cause: error })
      })
    }
  }, 240_000)

  test('without Kafka for a while it takes votes, and tells everybody once when it is back', async () => {
    const [ann, bob] = fans as [Fan, Fan]
    await infrastructure.kill('kafka')
    await publish(KILLS + 1, 'Weighbridge')
    const vote = { weekendId: scene.weekend.id, driverName: 'Driver 3', category: CATEGORY }
    await ann.post('/api/driver-poll', vote)
    await sleep(3_000)
    await infrastructure.restart('kafka')
    await everybodyIsToldOnce(because('Weighbridge'))
    for (const { screen } of [ann, bob])
      await screen.next('poll_update', ({ data }) => data.results.some(({ driverName }) => driverName === 'Driver 3'))
  }, 180_000)
})
