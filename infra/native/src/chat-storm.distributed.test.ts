import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Message, messageSchema } from '@purple-sector/contracts/chat/http'
import { type Account, createHttpClient, type HttpClient, productApi, seededRandom } from '@purple-sector/race-day'
import { createLogger, silentLogger } from '@purple-sector/service-kit/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type NativeInfrastructure, startNativeInfrastructure } from './infrastructure.ts'
import { type DistributedProduct, startDistributedProduct } from './processes.ts'
import { repositoryRoot } from './repository-root.ts'
import { missingPrograms } from './required-programs.ts'
import { openChatScreen } from './testing/chat-screen.ts'

const WRITERS = 8
const ROOMS = 2
/** Each fault comes so long after the one before, in ms, when its process is back. */
const [SHORTEST_CALM, LONGEST_CALM] = [500, 2_500]
const SEED = Number(process.env.CHAT_STORM_SEED ?? randomInt(2 ** 32 - 1))

type Room = { weekendId: number; path: string; acknowledged: Map<number, string> }

const inOrder = (messages: ReadonlyMap<number, string>): [number, string][] => [...messages].sort(([a], [b]) => a - b)

/** All that is stored, page by page backwards. */
const readAll = async (http: HttpClient, { cookie }: Account, path: string): Promise<Message[]> => {
  const read = async (before: string): Promise<Message[]> => {
    const { body } = await http.send({ method: 'GET', path: `${path}?limit=200${before}`, cookie })
    const page = z.array(messageSchema).parse(body)
    const [oldest] = page
    return oldest ? [...(await read(`&before=${oldest.id}`)), ...page] : []
  }
  return read('')
}

describe.runIf(missingPrograms().length === 0)(`a storm of messages (CHAT_STORM_SEED=${SEED})`, () => {
  const stops: (() => Promise<unknown>)[] = []
  let infrastructure: NativeInfrastructure
  let product: DistributedProduct

  beforeAll(async () => {
    infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    stops.push(() => infrastructure.stop())
    product = await startDistributedProduct({
      infrastructure,
      log: createLogger('chat-storm', 'warn'),
      logFolder: join(repositoryRoot, 'var', 'logs', 'chat-storm'),
      replicas: { gateway: 2, 'scoring-worker': 1 },
      settings: { PASSWORD_HASH_MEMORY_KIB: '8192', PASSWORD_HASH_PASSES: '1', LIMIT_MESSAGES: '1000' },
    })
    stops.push(() => product.stop())
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  test('loses no message that was acknowledged, doubles none and keeps their order while chat, a gateway and Kafka are killed', async () => {
    const random = seededRandom(SEED)
    const http = createHttpClient({ urls: product.gateways })
    stops.push(() => http.close())
    const api = productApi(http)
    const admin = await api.signIn(product.admin.email, product.admin.password)
    const today = new Date().toISOString().slice(0, 10)
    const makeRoom = async (_: unknown, index: number): Promise<Room> => {
      const body = { name: `Storm ${index}`, startDate: today, endDate: today, timeZone: 'UTC' }
      const { id } = await api.createWeekend(admin.cookie, randomUUID(), body)
      return { weekendId: id, path: `/api/weekends/${id}/chat`, acknowledged: new Map() }
    }
    const rooms = await Promise.all(Array.from({ length: ROOMS }, makeRoom))
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
        if (status !== 201) throw new Error(`writing answered ${status}: ${JSON.stringify(body)}`)
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
        await sleep(random.whole(SHORTEST_CALM, LONGEST_CALM))
        await infrastructure.restart('kafka')
      },
    }
    const order = Object.keys(faults) as (keyof typeof faults)[]
    for (let left = order.length; left > 0; left--) {
      await sleep(random.whole(SHORTEST_CALM, LONGEST_CALM))
      const [fault] = order.splice(random.whole(0, left), 1)
      await faults[fault!]()
    }
    await sleep(SHORTEST_CALM)
    isOver = true
    await storm

    for (const { path, acknowledged } of rooms) {
      const stored = await readAll(http, admin, path)
      expect(stored.map(({ id, message }) => [id, message])).toEqual(inOrder(acknowledged))
      for (const { user } of writers) {
        const theirs = stored.filter(({ userId }) => userId === user.id).map(({ message }) => message)
        expect(theirs).toEqual(theirs.map((_, index) => `${user.username} ${index + 1}`))
      }
    }
    for (const { screen, room } of screens) {
      const { acknowledged } = room
      await expect.poll(() => screen.shown.size, { timeout: 60_000 }).toBe(acknowledged.size)
      expect(inOrder(screen.shown)).toEqual(inOrder(acknowledged))
      expect(screen.complaints).toEqual([])
    }
    expect(screens.some(({ screen }) => screen.reconnects > 0)).toBe(true)
  }, 240_000)
})
