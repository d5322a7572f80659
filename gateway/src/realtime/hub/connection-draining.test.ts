import { silentLogger } from '@purple-sector/service-kit'
import { beforeEach, expect, test } from 'vitest'
import type { Client } from './client.ts'
import { createDraining } from './connection-draining.ts'
import { frameWriter } from './frames.ts'

let at: number
let open: Set<Client>
let sent: { client: Client; at: number; frame: Buffer }[]
/** Scheduled actions, and their times. */
let plan: { at: number; what(): void }[]
let peers: number

beforeEach(() => {
  at = 1_000
  open = new Set()
  sent = []
  plan = []
  peers = 1
})

const soon = (ms: number, what: () => void): void => void plan.push({ at: at + ms, what })

/** Opens `count` sockets; each closes `goneAfterMs` after its frame, or never without it. */
const sockets = (count: number, goneAfterMs?: number): void => {
  for (let index = 0; index < count; index++) {
    const client = {
      get isOpen() {
        return open.has(client)
      },
      write(frame: Buffer) {
        sent.push({ client, at, frame })
        if (goneAfterMs !== undefined) soon(goneAfterMs, () => open.delete(client))
      },
    } as unknown as Client
    open.add(client)
  }
}

const drain = () =>
  createDraining({
    clients: { all: () => open },
    frames: frameWriter('epoch'),
    hasPeers: async () => peers > 0,
    log: silentLogger(),
    now: () => at,
    async wait(ms) {
      at += ms
      const due = plan.filter((each) => each.at <= at)
      plan = plan.filter((each) => each.at > at)
      for (const { what } of due) what()
    },
  })

/** Drains all sockets; returns the duration in ms, and the number of clients notified in each second. */
const run = async (over = drain()) => {
  const startedAt = at
  await over.run()
  const perSecond: number[] = []
  for (const { at: sentAt } of sent) {
    const second = Math.floor((sentAt - startedAt) / 1_000)
    perSecond[second] = (perSecond[second] ?? 0) + 1
  }
  return { ms: at - startedAt, perSecond }
}

test('notifies every client once, 500 at a time and 2,000 a second, and ends when all have gone', async () => {
  sockets(10_000, 1_200)
  const { ms, perSecond } = await run()
  expect(new Set(sent.map(({ client }) => client)).size).toBe(10_000)
  expect(sent).toHaveLength(10_000)
  expect(sent[0]?.frame.toString()).toContain('"type":"reconnect"')
  expect(perSecond).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
  expect(new Set(sent.map((each) => each.at)).size).toBe(20)
  expect(ms).toBeGreaterThan(5_900)
  expect(ms).toBeLessThan(6_100)
})

test('limits the clients on their way to a slow replica', async () => {
  sockets(9_000, 3_000)
  let most = 0
  const over = drain()
  const look = (): void => {
    const gone = sent.filter(({ client }) => !open.has(client)).length
    most = Math.max(most, sent.length - gone)
    if (open.size > 0) soon(100, look)
  }
  look()
  const { ms } = await run(over)
  expect(open.size).toBe(0)
  expect(most).toBe(5_000)
  expect(ms).toBeGreaterThan(6_000)
})

test('ends at once without sockets, and without another gateway', async () => {
  expect(await run()).toEqual({ ms: 0, perSecond: [] })
  sockets(100)
  peers = 0
  expect(await run()).toEqual({ ms: 0, perSecond: [] })
})

test('ends when the other gateway stops too', async () => {
  sockets(100)
  soon(300, () => {
    peers = 0
  })
  const { ms } = await run()
  expect(ms).toBeLessThanOrEqual(600)
  expect(sent.length).toBeLessThanOrEqual(100)
})

test('stops waiting for clients that do not reconnect', async () => {
  sockets(100)
  const { ms } = await run()
  expect(sent).toHaveLength(100)
  expect(ms).toBeGreaterThanOrEqual(4_000)
  expect(ms).toBeLessThan(4_200)
})

test('pauses while new connections arrive here, and continues afterwards', async () => {
  sockets(1_000, 200)
  const over = drain()
  const connect = (): void => {
    over.noteRejected()
    if (at < 6_000) soon(250, connect)
  }
  connect()
  const { ms } = await run(over)
  expect(sent[0]?.at).toBeGreaterThan(6_400)
  expect(open.size).toBe(0)
  expect(ms).toBeLessThan(7_000)
})

test('ends after fifteen seconds, however many sockets are left', async () => {
  sockets(100)
  const over = drain()
  const connect = (): void => {
    over.noteRejected()
    soon(250, connect)
  }
  connect()
  const { ms } = await run(over)
  expect(ms).toBeGreaterThanOrEqual(15_000)
  expect(ms).toBeLessThan(15_100)
})
