import { beforeEach, describe, expect, test } from 'vitest'
import { createBacklog, type LoadLimits } from './backlog.ts'

const LIMITS: LoadLimits = { concurrency: 100, maxWaitMs: 250, burst: 400 }
const MAX_BATCH = 50

let clock = 0
beforeEach(() => {
  clock = 0
})
const backlogOf = (limits: Partial<LoadLimits> = {}) => createBacklog({ ...LIMITS, ...limits }, () => clock)
type Backlog = ReturnType<typeof backlogOf>

const completeRequest = () => ({ complete: true })

/** Lets `count` requests arrive at the same moment; returns the number accepted. */
const acquireMany = (backlog: Backlog, count: number): number =>
  Array.from({ length: count }, () => backlog.acquire(completeRequest())).filter(Boolean).length

/** Completes `count` of the requests in flight. */
const releaseMany = (backlog: Backlog, count: number): void => {
  for (let each = 0; each < count; each += 1) backlog.release(completeRequest(), true)
}

/** Simulates a server that completes `perSecond` requests a second in batches, while `offered` a second arrive. */
const simulate = (
  backlog: Backlog,
  { perSecond, offered, seconds, from = 0 }: { perSecond: number; offered: number; seconds: number; from?: number },
) => {
  const queue: number[] = []
  const waited: { at: number; ms: number }[] = []
  let [rejected, idleMs] = [0, 0]
  let [owed, arriving] = [0, 0]
  for (let ms = 0; ms < seconds * 1_000; ms += 1) {
    clock += 1
    arriving += offered / 1_000
    for (; arriving >= 1; arriving -= 1) {
      if (backlog.acquire(completeRequest())) queue.push(clock)
      else rejected += ms < from * 1_000 ? 0 : 1
    }
    if (queue.length === 0) idleMs += 1
    else owed += perSecond / 1_000
    const batch = Math.min(MAX_BATCH, queue.length)
    if (batch === 0 || owed < batch) continue
    owed -= batch
    for (const at of queue.splice(0, batch)) {
      backlog.release(completeRequest(), true)
      if (ms >= from * 1_000) waited.push({ at, ms: clock - at })
    }
  }
  return { accepted: waited.length, rejected, idleMs, longest: Math.max(...waited.map(({ ms }) => ms)) }
}

describe('simultaneous requests', () => {
  test('accepts requests up to the concurrency, even without any reply', () => {
    const backlog = backlogOf({ burst: 0 })
    expect(acquireMany(backlog, 100)).toBe(100)
    clock += 3_600_000
    expect(backlog.hasRoom()).toBe(false)
    expect(backlog.acquire(completeRequest())).toBe(false)
    releaseMany(backlog, 1)
    expect(backlog.acquire(completeRequest())).toBe(true)
  })

  test('accepts a burst of requests, and rejects more', () => {
    const backlog = backlogOf()
    expect(acquireMany(backlog, 1_000)).toBe(500)
    expect(backlog.hasRoom()).toBe(false)
  })

  test('accepts a burst on a machine that takes seconds for it, and pauses in between', () => {
    const backlog = backlogOf()
    for (let each = 0; each < 10; each += 1) {
      expect(acquireMany(backlog, 50)).toBe(50)
      clock += each === 5 ? 3_000 : 150
      releaseMany(backlog, each < 3 ? 1 : 8)
    }
  })

  test('accepts another burst only after a calm', () => {
    const backlog = backlogOf()
    expect(acquireMany(backlog, 501)).toBe(500)
    clock += 2_000
    releaseMany(backlog, 500)
    clock += 999
    expect(acquireMany(backlog, 501)).toBeLessThan(500)
    releaseMany(backlog, backlog.inFlight())
    clock += 1_000
    expect(acquireMany(backlog, 501)).toBe(500)
  })
})

describe('request sent byte by byte', () => {
  test('gives a request no slot until it has fully arrived', () => {
    const backlog = backlogOf({ concurrency: 2, burst: 0 })
    const slow = Array.from({ length: 1_000 }, () => ({ complete: false }))
    for (const request of slow) expect(backlog.acquire(request)).toBe(true)
    expect([acquireMany(backlog, 3), backlog.inFlight()]).toEqual([2, 2])
    for (const request of slow) request.complete = true
    expect(backlog.hasRoom()).toBe(false)
    expect(backlog.inFlight()).toBe(1_002)
  })

  test('releases no slot when a client disconnects before its request has arrived', () => {
    const backlog = backlogOf({ concurrency: 2, burst: 0 })
    const slow = { complete: false }
    backlog.acquire(slow)
    acquireMany(backlog, 2)
    backlog.release(slow, false)
    expect([acquireMany(backlog, 1), backlog.inFlight()]).toEqual([0, 2])
  })
})

test('releases the slot of a disconnected client without counting a reply', () => {
  const backlog = backlogOf({ concurrency: 2, burst: 0 })
  for (let each = 0; each < 100; each += 1) {
    clock += 10
    acquireMany(backlog, 2)
    backlog.release(completeRequest(), false)
  }
  expect(acquireMany(backlog, 1)).toBe(1)
  expect(acquireMany(backlog, 1)).toBe(0)
  expect(backlog.retryAfterSeconds()).toBe(10)
})

describe('sustained requests', () => {
  test('accepts all requests at the rate of replies', () => {
    const { rejected } = simulate(backlogOf(), { perSecond: 700, offered: 690, seconds: 60 })
    expect(rejected).toBe(0)
  })

  test.each([400, 700, 2_500])(
    'wait shortly or are rejected at three times the capacity of %i a second',
    (perSecond) => {
      const backlog = backlogOf()
      const { accepted, rejected, idleMs, longest } = simulate(backlog, {
        ...{ perSecond, offered: 3 * perSecond, seconds: 20, from: 3 },
      })
      expect(accepted / (perSecond * 17)).toBeGreaterThan(0.97)
      expect(rejected / (perSecond * 2 * 17)).toBeGreaterThan(0.95)
      expect(idleMs).toBeLessThan(100)
      expect(longest).toBeLessThan(400)
    },
  )

  test('does not raise the measured rate for requests that arrive during other work', () => {
    const backlog = backlogOf({ burst: 0 })
    acquireMany(backlog, 100)
    for (let each = 0; each < 100; each += 1) {
      clock += 25
      releaseMany(backlog, MAX_BATCH)
      clock += 25
      acquireMany(backlog, MAX_BATCH)
    }
    acquireMany(backlog, 1_000)
    expect(backlog.inFlight()).toBeLessThan(1_000 * 0.25 * 1.1)
  })

  test('accepts requests as before after a pause of the machine', () => {
    const backlog = backlogOf()
    simulate(backlog, { perSecond: 700, offered: 2_100, seconds: 5 })
    const waiting = backlog.inFlight()
    clock += 30_000
    acquireMany(backlog, 1_000)
    expect(backlog.inFlight()).toBeLessThanOrEqual(Math.max(waiting, LIMITS.concurrency))
    releaseMany(backlog, backlog.inFlight())
    expect(simulate(backlog, { perSecond: 700, offered: 690, seconds: 20 }).rejected).toBe(0)
  })
})

test('returns Retry-After until the requests in flight are done, from one to ten seconds', () => {
  const backlog = backlogOf({ concurrency: 10, burst: 0 })
  acquireMany(backlog, 11)
  expect(backlog.retryAfterSeconds()).toBe(10)
  clock += 500
  releaseMany(backlog, 2)
  acquireMany(backlog, 3)
  expect(backlog.retryAfterSeconds()).toBe(2)
  for (let each = 0; each < 100; each += 1) {
    clock += 10
    releaseMany(backlog, 1)
    acquireMany(backlog, 2)
  }
  expect(backlog.retryAfterSeconds()).toBe(1)
})
