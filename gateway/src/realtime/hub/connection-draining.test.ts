import { silentLogger } from '@purple-sector/service-kit'
import { beforeEach, expect, test } from 'vitest'
import type { Client } from './client.ts'
import { createDraining } from './connection-draining.ts'
import { frameWriter } from './frames.ts'

let at: number
let open: Set<Client>
let sent: { client: Client; at: number; frame: Buffer }[]
/** Scheduled actions, and their times. */
let scheduledActions: { at: number; action(): void }[]
let peers: number

beforeEach(() => {
  at = 1_000
  open = new Set()
  sent = []
  scheduledActions = []
  peers = 1
})

const schedule = (ms: number, action: () => void): void => void scheduledActions.push({ at: at + ms, action })

/** Opens `count` sockets; each closes `goneAfterMs` after its frame, or never without it. */
const openSockets = (count: number, closesAfterMs?: number): void => {
  for (let index = 0; index < count; index++) {
    const client = {
      get isOpen() {
        return open.has(client)
      },
      write(frame: Buffer) {
        sent.push({ client, at, frame })
        if (closesAfterMs !== undefined) schedule(closesAfterMs, () => open.delete(client))
      },
    } as unknown as Client
    open.add(client)
  }
}

const createDrainer = () =>
  createDraining({
    clients: { all: () => open },
    frames: frameWriter('epoch'),
    hasPeers: async () => peers > 0,
    log: silentLogger(),
    now: () => at,
    async wait(ms) {
      at += ms
      const due = scheduledActions.filter((each) => each.at <= at)
      scheduledActions = scheduledActions.filter((each) => each.at > at)
      for (const { action } of due) action()
    },
  })

/** Drains all sockets; returns the duration in ms, and the number of clients notified in each second. */
const drainAll = async (drainer = createDrainer()) => {
  const startedAt = at
  await drainer.run()
  const perSecond: number[] = []
  for (const { at: sentAt } of sent) {
    const second = Math.floor((sentAt - startedAt) / 1_000)
    perSecond[second] = (perSecond[second] ?? 0) + 1
  }
  return { ms: at - startedAt, perSecond }
}

test('notifies every client once, 500 at a time and 2,000 a second, and ends when all have gone', async () => {
  openSockets(10_000, 1_200)
  const { ms, perSecond } = await drainAll()
  expect(new Set(sent.map(({ client }) => client)).size).toBe(10_000)
  expect(sent).toHaveLength(10_000)
  expect(sent[0]?.frame.toString()).toContain('"type":"reconnect"')
  expect(perSecond).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
  expect(new Set(sent.map((each) => each.at)).size).toBe(20)
  expect(ms).toBeGreaterThan(5_900)
  expect(ms).toBeLessThan(6_100)
})

test('limits the clients on their way to a slow replica', async () => {
  openSockets(9_000, 3_000)
  let maxInFlight = 0
  const drainer = createDrainer()
  const recordInFlight = (): void => {
    const closedCount = sent.filter(({ client }) => !open.has(client)).length
    maxInFlight = Math.max(maxInFlight, sent.length - closedCount)
    if (open.size > 0) schedule(100, recordInFlight)
  }
  recordInFlight()
  const { ms } = await drainAll(drainer)
  expect(open.size).toBe(0)
  expect(maxInFlight).toBe(5_000)
  expect(ms).toBeGreaterThan(6_000)
})

test('ends at once without sockets, and without another gateway', async () => {
  expect(await drainAll()).toEqual({ ms: 0, perSecond: [] })
  openSockets(100)
  peers = 0
  expect(await drainAll()).toEqual({ ms: 0, perSecond: [] })
})

test('ends when the other gateway stops too', async () => {
  openSockets(100)
  schedule(300, () => {
    peers = 0
  })
  const { ms } = await drainAll()
  expect(ms).toBeLessThanOrEqual(600)
  expect(sent.length).toBeLessThanOrEqual(100)
})

test('stops waiting for clients that do not reconnect', async () => {
  openSockets(100)
  const { ms } = await drainAll()
  expect(sent).toHaveLength(100)
  expect(ms).toBeGreaterThanOrEqual(4_000)
  expect(ms).toBeLessThan(4_200)
})

test('pauses while new connections arrive here, and continues afterwards', async () => {
  openSockets(1_000, 200)
  const drainer = createDrainer()
  const connect = (): void => {
    drainer.noteRejected()
    if (at < 6_000) schedule(250, connect)
  }
  connect()
  const { ms } = await drainAll(drainer)
  expect(sent[0]?.at).toBeGreaterThan(6_400)
  expect(open.size).toBe(0)
  expect(ms).toBeLessThan(7_000)
})

test('ends after fifteen seconds, however many sockets remain', async () => {
  openSockets(100)
  const drainer = createDrainer()
  const connect = (): void => {
    drainer.noteRejected()
    schedule(250, connect)
  }
  connect()
  const { ms } = await drainAll(drainer)
  expect(ms).toBeGreaterThanOrEqual(15_000)
  expect(ms).toBeLessThan(15_100)
})
