import type { AddressInfo } from 'node:net'
import { type Cache, createInProcessCache } from '@purple-sector/cache'
import { messageSent } from '@purple-sector/contracts/chat/events'
import { READY_GATEWAYS } from '@purple-sector/contracts/sockets'
import { VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import { boardChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import { buildGateway, type Gateway } from '@purple-sector/gateway'
import type { BusSubscription, EventBus } from '@purple-sector/messaging'
import { generateIdentityKeys, identitySigner, silentLogger } from '@purple-sector/service-kit'
import { createEventPublisher, type EventPublisher } from '@purple-sector/testing/event-publisher'
import { messageReply } from '@purple-sector/testing/replies'
import { clock } from '../sockets/clock.ts'
import { DRIVEN_RACE_ID, simulateTiming } from '../sockets/driven-session.ts'
import {
  fakeServices,
  pointsOf,
  type RequestCounts,
  ranksOf,
  topOf,
  userIdOf,
  WEEKEND_ID,
} from '../sockets/fake-services.ts'
import { waitFor } from '../wait-for.ts'
import { serve, watch } from './serve.ts'
import { settledMemory } from './settled-memory.ts'

/** TTL of the peer's cache entry, longer than draining takes; no real gateway shares the cache. */
const PEER_TTL_MS = 60_000

let gateway: Gateway
let cache: Cache
let requestCounts: RequestCounts
let events: EventPublisher
let fans = 0
let revision = 0
/** Version of the current board. */
let currentVersion = 1

/** A bus that delivers events at once without cost, so that only the gateway is measured. */
const directBus = (): EventBus => {
  const subscriptions = new Set<BusSubscription>()
  return {
    async publish(published) {
      for (const event of published) for (const { handle } of subscriptions) await handle(event)
    },
    async subscribe(subscription) {
      subscriptions.add(subscription)
      return { stop: async () => void subscriptions.delete(subscription) }
    },
    close: async () => {},
  }
}

const boardUpdate = (version: number) => ({
  weekendId: WEEKEND_ID,
  groupId: null,
  version,
  reason: 'result' as const,
  total: fans,
  entries: topOf(pointsOf(version)),
  ranks: ranksOf(fans, pointsOf(version)),
  changed: Array.from({ length: fans }, (_, index) => ({
    userId: userIdOf(index + 1),
    totalPoints: pointsOf(version),
    firsts: 1,
    seconds: 0,
    thirds: 0,
  })),
  part: 1,
  parts: 1,
})

/** The whole gateway in front of fake services that reply from memory. */
export const commands = {
  async start(signedIn: number): Promise<number> {
    fans = signedIn
    const bus = directBus()
    cache = createInProcessCache()
    events = createEventPublisher(bus)
    const services = fakeServices(fans, () => currentVersion)
    requestCounts = services.requestCounts
    gateway = await buildGateway({
      upstreams: {},
      calls: services.calls,
      bus,
      cache,
      log: silentLogger(),
      config: {
        publicUrl: undefined,
        trustProxy: false,
        limits: { writes: 600, adminWrites: 3000, openData: 60 },
        load: { concurrency: 100, maxWaitMs: 250, burst: 150 },
        readMemoryMb: 128,
        prefetchTimeoutMs: 250,
        renderer: { isEnabled: false, timeoutMs: 100, queueLimit: 4 },
      },
      signIdentity: identitySigner(generateIdentityKeys().privateKey),
      staticDirectory: import.meta.dirname,
      ssrDirectory: import.meta.dirname,
    })
    await gateway.listen({ port: 0, host: '127.0.0.1' })
    await gateway.start()
    await waitFor('the gateway', () => gateway.isReady(), 30_000)
    return (gateway.app.server.address() as AddressInfo).port
  },

  /**
   * Publishes events that every socket receives at once and in full.
   * `bytes` is the length of the race's name in them.
   */
  async broadcast({ messages, bytes }: { messages: number; bytes: number }): Promise<number> {
    const name = 'x'.repeat(bytes)
    const startedAt = clock()
    for (let sent = 0; sent < messages; sent += 1) {
      revision += 1
      await events.publishEvent(sessionScored, {
        raceId: 1,
        weekendId: WEEKEND_ID,
        name,
        categoryId: 1,
        category: 'Repco Supercars Championship',
        revision,
        kind: 'completed',
        status: 'provisional',
        reason: null,
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
    return startedAt
  },

  /**
   * Publishes board versions at a fixed rate, each with new points for all participants.
   * Returns the last version.
   */
  async updates({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<number> {
    const startedAt = performance.now()
    const last = 1 + perSecond * seconds
    for (let version = 2; version <= last; version += 1) {
      const dueAt = startedAt + ((version - 2) * 1_000) / perSecond
      await watch(Math.max(0, dueAt - performance.now()))
      currentVersion = version
      await events.publishEvent(boardChanged, boardUpdate(version))
    }
    return last
  },

  /**
   * Stops the gateway as on SIGTERM, while a peer is registered as ready in the cache.
   * Returns the start time.
   */
  async stopAsOnSigterm(): Promise<number> {
    await cache.gauge(READY_GATEWAYS).set('twin', 1, PEER_TTL_MS)
    const startedAt = clock()
    await gateway.stop()
    return startedAt
  },
  /**
   * Publishes chat messages of the weekend at a fixed rate, each with its send time.
   * Returns the last id.
   */
  async chat({ first, perSecond, seconds }: { first: number; perSecond: number; seconds: number }): Promise<number> {
    const startedAt = performance.now()
    const messages = perSecond * seconds
    for (let sent = 0; sent < messages; sent += 1) {
      await watch(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()))
      const id = first + sent
      const number = 1 + (id % fans)
      const message = messageReply({
        id,
        weekendId: WEEKEND_ID,
        userId: userIdOf(number),
        userName: `fan${number}`,
        message: `Message ${id}: what a move into turn one, they went three wide and all came out of it!`,
        sentAs: String(clock()),
      })
      await events.publishEvent(messageSent, { ...message, messageCount: id })
    }
    return first + messages - 1
  },
  /** Puts snapshots of a session into the cache at a fixed rate. */
  async timing({ cars, perSecond, seconds }: { cars: number; perSecond: number; seconds: number }): Promise<void> {
    const session = simulateTiming(cars)
    const visibleTimings = cache.latest(VISIBLE_TIMINGS)
    const startedAt = performance.now()
    for (let sent = 0; sent < perSecond * seconds; sent += 1) {
      await watch(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()))
      const value = session.after(performance.now() - startedAt)
      const { generation, sequence } = value
      await visibleTimings.putIfNewer(String(DRIVEN_RACE_ID), { generation, sequence, value }, 60_000)
    }
  },
  requestCounts: async (): Promise<RequestCounts> => ({ ...requestCounts }),
  memory: settledMemory,
  watch,
}

serve(commands, async () => gateway?.stop())
