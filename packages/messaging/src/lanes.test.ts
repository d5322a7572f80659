import type { DomainEvent } from '@purple-sector/contracts/event'
import pino from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { BusSubscription } from './event-bus.ts'
import { permanent } from './failures.ts'
import { batchOf, type Delivery, startLanes } from './lanes.ts'
import { messagingMetrics } from './metrics.ts'
import { retryPolicy } from './retry.ts'

const types = new Set(['said', 'sung'])
const delivery = (type: string | undefined, firstFailedAt?: number) => ({
  lane: 'board/a',
  topic: 'chat.facts',
  event: type === undefined ? undefined : ({ type } as DomainEvent),
  tries: 0,
  firstFailedAt,
})

/** Makes deliveries from event names such as `said`, or `said!` for one that failed before. */
const front = (...lane: string[]): number =>
  batchOf(
    lane.map((word) => delivery(word.replace('!', ''), word.endsWith('!') ? 1 : undefined)),
    types,
  ).length

test.each([
  ['the events of one type', ['said', 'said', 'sung'], 2],
  ['no event of a type without batches', ['told', 'told'], 0],
  ['the events before one that failed earlier', ['said', 'said', 'said!', 'said'], 2],
  ['no event where the first failed earlier', ['said!', 'said', 'said'], 0],
  ['at most 64 events', Array.from({ length: 70 }, () => 'said'), 64],
])('batches %s', (_words, lane, count) => {
  expect(front(...lane)).toBe(count)
})

test('ends a batch at an unreadable delivery', () => {
  expect(batchOf([delivery(undefined), delivery(undefined)], types)).toEqual([])
})

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Starts lanes over an in-memory bus that records handled, acknowledged and dead-lettered texts in order. */
const lanesInMemory = (handle: (text: string) => Promise<void>, mayContinue = () => true) => {
  const [seen, acknowledged, buried]: [string[], string[], [string, number][]] = [[], [], []]
  const textOf = ({ event }: Delivery) => String(event?.data)
  const storeDeadLetter = vi.fn(async () => {})
  const subscription: BusSubscription = {
    consumer: 'listener',
    events: [],
    mode: 'durable',
    async handle({ data }) {
      seen.push(String(data))
      await handle(String(data))
    },
  }
  const lanes = startLanes({
    subscription,
    policy: retryPolicy,
    log: pino({ level: 'silent' }),
    metrics: messagingMetrics(new Registry()),
    mayContinue,
    acknowledge: (one: Delivery) => void acknowledged.push(textOf(one)),
    async moveToDeadLetters(one) {
      await storeDeadLetter()
      buried.push([textOf(one), one.tries])
    },
  })
  onTestFinished(() => lanes.stop())
  const add = (lane: string, ...texts: string[]) =>
    lanes.add(texts.map((data) => ({ ...delivery('said'), lane, event: { type: 'said', data } as DomainEvent })))
  return { lanes, add, seen, acknowledged, buried, storeDeadLetter }
}

const pass = async () => {}

test('delays only the lane of a failing delivery', async () => {
  let failures = 1
  const { lanes, add, seen, acknowledged } = lanesInMemory(async (text) => {
    if (text === 'a1' && failures-- > 0) throw new Error('not now')
  })
  add('a', 'a1', 'a2')
  add('b', 'b1', 'b2')
  await lanes.whenIdle()
  expect([...lanes.waiting()]).toEqual(['a'])
  expect(acknowledged).toEqual(['b1', 'b2'])
  await vi.advanceTimersByTimeAsync(99)
  expect(seen).not.toContain('a2')
  await vi.advanceTimersByTimeAsync(1)
  expect(acknowledged).toEqual(['b1', 'b2', 'a1', 'a2'])
  expect([...lanes.waiting()]).toEqual([])
})

test('does not starve other lanes by a long one', async () => {
  const { lanes, add, seen } = lanesInMemory(pass)
  for (let n = 1; n <= 8; n++) add(`long ${n}`, `${n} first`, `${n} second`)
  add('short', 'short')
  await lanes.whenIdle()
  expect(seen.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, index) => `${index + 1} first`))
  expect(seen.indexOf('short')).toBeLessThan(seen.indexOf('8 second'))
  expect(seen).toHaveLength(17)
})

test('handles at most eight lanes at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { lanes, add, seen } = lanesInMemory(() => promise)
  for (let n = 1; n <= 9; n++) add(`${n}`, `${n}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toHaveLength(8)
  resolve()
  await lanes.whenIdle()
  expect(seen).toHaveLength(9)
})

test('retries storing a dead letter without counting the try', async () => {
  const { lanes, add, acknowledged, buried, storeDeadLetter } = lanesInMemory(async (text) => {
    if (text === 'poison') throw permanent('cannot be read')
  })
  storeDeadLetter.mockRejectedValueOnce(new Error('away'))
  add('a', 'poison', 'next')
  await lanes.whenIdle()
  expect([acknowledged, buried]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([acknowledged, buried]).toEqual([['next'], [['poison', 1]]])
})

test('waits for the delivery in flight on stop and handles no other', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const { lanes, add, seen, acknowledged } = lanesInMemory(() => promise)
  add('a', 'a1', 'a2')
  const stopped = lanes.stop()
  reject(new Error('not now'))
  await stopped
  expect(vi.getTimerCount()).toBe(0)
  add('b', 'b1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toEqual(['a1'])
  expect(acknowledged).toEqual([])
})

test('delays a redelivered event until its next try', async () => {
  const { lanes, seen } = lanesInMemory(pass)
  const again = { ...delivery('said', 1), event: { type: 'said', data: 'a1' } as DomainEvent }
  lanes.add([{ ...again, notBefore: performance.now() + 100 }])
  await lanes.whenIdle()
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toEqual(['a1'])
})

test('handles no further delivery once the bus has revoked them', async () => {
  let isOurs = true
  const { lanes, add, seen, acknowledged } = lanesInMemory(
    async () => {
      isOurs = false
    },
    () => isOurs,
  )
  add('a', 'a1', 'a2')
  await lanes.whenIdle()
  expect([seen, acknowledged]).toEqual([['a1'], ['a1']])
})
