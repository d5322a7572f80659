import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, messageSchema } from '@purple-sector/contracts/chat/http'
import { type Database, openDatabase } from '@purple-sector/database'
import { createKafkaBus } from '@purple-sector/messaging/kafka'
import { services } from '@purple-sector/product'
import { type Account, createHttpClient, type HttpClient, productApi, seededRandom } from '@purple-sector/race-day'
import { createLogger, silentLogger } from '@purple-sector/service-kit/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openChatScreen } from '../../test/chat-screen.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'
import { type NativeInfrastructure, startNativeInfrastructure } from '../infrastructure/infrastructure.ts'
import { missingPrograms } from '../infrastructure/required-programs.ts'
import { type DistributedProduct, startDistributedProduct } from '../processes.ts'
import { repositoryRoot } from '../repository-root.ts'

const longTimeout = { timeout: 60_000 }
const WRITERS = 8
const ROOMS = 2
/** Pause in ms between faults, once the process of the previous fault is back. */
const [MIN_CALM, MAX_CALM] = [500, 2_500]
const SEED = Number(process.env.CHAT_STORM_SEED ?? randomInt(2 ** 32 - 1))

type Room = { weekendId: number; path: string; acknowledged: Map<number, string> }

const sortedById = (messages: ReadonlyMap<number, string>): [number, string][] =>
  [...messages].sort(([a], [b]) => a - b)

/** Reads all stored messages, page by page backwards. */
const readAll = async (http: HttpClient, { cookie }: Account, path: string): Promise<Message[]> => {
  const read = async (before: string): Promise<Message[]> => {
    const { body } = await http.send({ method: 'GET', path: `${path}?limit=200${before}`, cookie })
    const page = z.array(messageSchema).parse(body)
    const [oldest] = page
    return oldest ? [...(await read(`&before=${oldest.id}`)), ...page] : []
  }
  return read('')
}

describe.runIf(missingPrograms().length === 0)('the product while Kafka is unavailable or restarts', () => {
  const stops: (() => Promise<unknown>)[] = []
  let infrastructure: NativeInfrastructure
  let product: DistributedProduct
  let database: Database

  beforeAll(async () => {
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    stops.push(() => infrastructure.stop())
    product = await startDistributedProduct({
      infrastructure,
      log: createLogger('kafka-away', 'warn'),
      logFolder: join(repositoryRoot, 'var', 'logs', 'kafka-away'),
      replicas: { gateway: 2, 'scoring-worker': 1 },
      settings: { PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1', LIMIT_MESSAGES: '1000' },
    })
    stops.push(() => product.stop())
    database = openDatabase({ url: infrastructure.databaseUrl, schema: 'tipping', maxConnections: 1 })
    stops.push(() => database.destroy())
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  /** Sequences of every tip, in the order in which a consumer first received them. */
  const listenToTips = async () => {
    const sequencesByTip = new Map<string, number[]>()
    const log = silentLogger()
    const bus = await createKafkaBus({ brokers: [infrastructure.kafkaBrokers], clientId: 'listener', log })
    stops.push(() => bus.close())
    await bus.subscribe({
      consumer: 'listener',
      events: [{ type: 'tipping.tip-submitted.v1', topic: 'tipping.states' }],
      mode: 'broadcast',
      async handle({ subject, sequence = 0 }) {
        const sequences = sequencesByTip.get(subject) ?? []
        if (!sequences.includes(sequence)) sequencesByTip.set(subject, [...sequences, sequence])
      },
    })
    return sequencesByTip
  }

  const countPendingEvents = async (): Promise<number> => {
    const counts = services.map(({ name }) => `(select count(*) from ${name}.outbox)`)
    const { rows } = await database.raw<{ rows: { waiting: number }[] }>(`select ${counts.join(' + ')} as waiting`)
    return rows[0]?.waiting ?? 0
  }

  test('accepts tips, results and a moved deadline without Kafka, then drains the outbox in order without losses or duplicates', async () => {
    const http = createHttpClient({ urls: product.gateways })
    stops.push(() => http.close())
    const api = productApi(http)
    const admin = await api.signIn(product.admin.email, product.admin.password)
    const { weekendId, raceId, cars, fans } = await createWeekendWithRace(api, admin, 'Kafka away')
    const tip = async (fan: Account, carId: number | undefined) =>
      (await api.submitTip(fan.cookie, { weekendId, category, carId: carId ?? 0 })).status
    const boardOf = async (fan: Account) => {
      const { entries } = await api.board(fan.cookie, { weekendId }, 10, 0)
      return entries.map(({ userId, position, totalPoints }) => [userId, position, totalPoints])
    }
    const carOf = (index: number, step: number) => cars[(index + step) % cars.length]
    for (const [index, fan] of fans.entries()) expect(await tip(fan, carOf(index, 3))).toBe(201)
    await expect.poll(countPendingEvents, longTimeout).toBe(0)
    const sequencesByTip = await listenToTips()
    const { retries } = http

    await infrastructure.kill('kafka')
    for (const [index, fan] of fans.entries())
      for (const step of [1, 2, 0]) expect(await tip(fan, carOf(index, step))).toBe(200)
    const startTime = new Date(Date.now() + 3_600_000).toISOString()
    await api.moveRace(admin.cookie, raceId, startTime)
    const [tipBeforeStart] = await api.tips(fans[0]!.cookie, weekendId)
    expect(tipBeforeStart?.countsFrom?.deadline).toBe(Date.parse(startTime) - 120_000)
    await api.setRaceStatus(admin.cookie, raceId, 'running')
    expect(await tip(fans[0]!, cars[1])).toBe(409)
    const classification = cars.map((carId, index) => ({ position: index + 1, carId, status: 'classified' }))
    await api.publishResult(admin.cookie, raceId, { status: 'official', classification })
    expect(http.retries).toBe(retries)
    expect(await countPendingEvents()).toBeGreaterThanOrEqual(3 * fans.length)
    await infrastructure.restart('kafka')

    await expect
      .poll(() => boardOf(fans[3]!), longTimeout)
      .toEqual([50, 25, 15, 0].map((points, index) => [fans[index]?.user.id, index + 1, points]))
    await expect.poll(countPendingEvents, longTimeout).toBe(0)
    await expect.poll(() => [...sequencesByTip.values()], longTimeout).toEqual(fans.map(() => [2, 3, 4]))
    const awards = await database('awards').where({ race_id: raceId }).orderBy('place').select('place', 'points')
    expect(awards).toEqual([
      { place: 1, points: 50 },
      { place: 2, points: 25 },
      { place: 3, points: 15 },
    ])
  }, 240_000)

  test(`loses, duplicates and reorders no acknowledged message (CHAT_STORM_SEED=${SEED}) while chat, a gateway and Kafka are killed`, async () => {
    const random = seededRandom(SEED)
    const http = createHttpClient({ urls: product.gateways })
    stops.push(() => http.close())
    const api = productApi(http)
    const admin = await api.signIn(product.admin.email, product.admin.password)
    const today = new Date().toISOString().slice(0, 10)
    const createRoom = async (_: unknown, index: number): Promise<Room> => {
      const body = { name: `Storm ${index}`, startDate: today, endDate: today, timeZone: 'UTC' }
      const { id } = await api.createWeekend(admin.cookie, randomUUID(), body)
      return { weekendId: id, path: `/api/weekends/${id}/chat`, acknowledged: new Map() }
    }
    const rooms = await Promise.all(Array.from({ length: ROOMS }, createRoom))
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) => {
        const username = `writer${index}`
        return api.register({ email: `${username}@example.org`, password: 'grid box four hundred', username })
      }),
    )
    const screens = rooms.flatMap((room) =>
      product.gateways.map((preferred, index) => {
        const gateways = [preferred, ...product.gateways.filter((other) => other !== preferred)]
        const { cookie = '' } = writers[index] ?? {}
        return { room, screen: openChatScreen({ http, gateways, cookie, weekendId: room.weekendId }) }
      }),
    )
    stops.push(async () => {
      for (const { screen } of screens) screen.close()
    })

    let isOver = false
    const write = async ({ cookie, user }: Account, room: Room): Promise<void> => {
      for (let count = 1; !isOver; count++) {
        const message = `${user.username} ${count}`
        const headers = { 'idempotency-key': randomUUID() }
        const { status, body } = await http.send({
          method: 'POST',
          path: room.path,
          cookie,
          headers,
          body: { message },
        })
        if (status !== 201) throw new Error(`writing replied ${status}: ${JSON.stringify(body)}`)
        room.acknowledged.set(messageSchema.parse(body).id, message)
        await sleep(100)
      }
    }
    const storm = Promise.all(writers.flatMap((writer) => rooms.map((room) => write(writer, room))))

    const isReady = () =>
      fetch(`${product.gateways[0]}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    const faults = {
      async chat() {
        await product.kill('chat')
        await product.restart('chat')
      },
      async gateway() {
        await product.kill('gateway-1')
        await product.restart('gateway-1')
        await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
      },
      async kafka() {
        await infrastructure.kill('kafka')
        await sleep(random.whole(MIN_CALM, MAX_CALM))
        await infrastructure.restart('kafka')
      },
    }
    const order = Object.keys(faults) as (keyof typeof faults)[]
    for (let remaining = order.length; remaining > 0; remaining--) {
      await sleep(random.whole(MIN_CALM, MAX_CALM))
      const [fault] = order.splice(random.whole(0, remaining), 1)
      await faults[fault!]()
    }
    await sleep(MIN_CALM)
    isOver = true
    await storm

    for (const { path, acknowledged } of rooms) {
      const stored = await readAll(http, admin, path)
      expect(stored.map(({ id, message }) => [id, message])).toEqual(sortedById(acknowledged))
      for (const { user } of writers) {
        const ofWriter = stored.filter(({ userId }) => userId === user.id).map(({ message }) => message)
        expect(ofWriter).toEqual(ofWriter.map((_, index) => `${user.username} ${index + 1}`))
      }
    }
    for (const { screen, room } of screens) {
      const { acknowledged } = room
      await expect.poll(() => screen.messageTexts.size, { timeout: 60_000 }).toBe(acknowledged.size)
      expect(sortedById(screen.messageTexts)).toEqual(sortedById(acknowledged))
      expect(screen.violations).toEqual([])
    }
    expect(screens.some(({ screen }) => screen.reconnects > 0)).toBe(true)
  }, 240_000)
})
