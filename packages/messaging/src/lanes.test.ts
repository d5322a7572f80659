import type { DomainEvent } from '@purple-sector/contracts/event'
import pino from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { BusSubscription } from './event-bus.ts'
import { permanent } from './failures.ts'
import { batchOf, type Delivery, startLanes } from './lanes.ts'
import { messagingMetrics } from './metrics.ts'
import { retryPolicy } from './retry.ts'

const types = new Set(['sent', 'edited'])
const createDelivery = (type: string | undefined, firstFailedAt?: number) => ({
  lane: 'board/a',
  topic: 'chat.facts',
  event: type === undefined ? undefined : ({ type } as DomainEvent),
  tries: 0,
  firstFailedAt,
})

/**
 * Returns the size of the batch at the front of a lane. Makes deliveries from event names such as `sent`, or `sent!`
 * for one that failed before.
 */
const batchSizeOf = (...lane: string[]): number =>
  batchOf(
    lane.map((name) => createDelivery(name.replace('!', ''), name.endsWith('!') ? 1 : undefined)),
    types,
  ).length

test.each([
  ['the events of one type', ['sent', 'sent', 'edited'], 2],
  ['no event of a type without batches', ['pinned', 'pinned'], 0],
  ['the events before one that failed earlier', ['sent', 'sent', 'sent!', 'sent'], 2],
  ['no event if the first failed earlier', ['sent!', 'sent', 'sent'], 0],
  ['at most 64 events', Array.from({ length: 70 }, () => 'sent'), 64],
])('batches %s', (_description, lane, count) => {
  expect(batchSizeOf(...lane)).toBe(count)
})

test('ends a batch at an unreadable delivery', () => {
  expect(batchOf([createDelivery(undefined), createDelivery(undefined)], types)).toEqual([])
})

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Starts lanes over an in-memory bus that records handled, acknowledged and dead-lettered texts in order. */
const startTestLanes = (handle: (text: string) => Promise<void>, mayContinue = () => true) => {
  const [handled, acknowledged, deadLettered]: [string[], string[], [string, number][]] = [[], [], []]
  const textOf = ({ event }: Delivery) => String(event?.data)
  const storeDeadLetter = vi.fn(async () => {})
  const subscription: BusSubscription = {
    consumer: 'listener',
    events: [],
    mode: 'durable',
    async handle({ data }) {
      handled.push(String(data))
      await handle(String(data))
    },
  }
  const lanes = startLanes({
    subscription,
    policy: retryPolicy,
    log: pino({ level: 'silent' }),
    metrics: messagingMetrics(new Registry()),
    mayContinue,
    acknowledge: (delivery: Delivery) => void acknowledged.push(textOf(delivery)),
    async moveToDeadLetters(delivery) {
      await storeDeadLetter()
      deadLettered.push([textOf(delivery), delivery.tries])
    },
  })
  onTestFinished(() => lanes.stop())
  const add = (lane: string, ...texts: string[]) =>
    lanes.add(texts.map((data) => ({ ...createDelivery('sent'), lane, event: { type: 'sent', data } as DomainEvent })))
  return { lanes, add, handled, acknowledged, deadLettered, storeDeadLetter }
}

const succeed = async () => {}

test('delays only the lane of a failing delivery', async () => {
  let failures = 1
  const { lanes, add, handled, acknowledged } = startTestLanes(async (text) => {
    if (text === 'a1' && failures-- > 0) throw new Error('not now')
  })
  add('a', 'a1', 'a2')
  add('b', 'b1', 'b2')
  await lanes.whenIdle()
  expect([...lanes.waiting()]).toEqual(['a'])
  expect(acknowledged).toEqual(['b1', 'b2'])
  await vi.advanceTimersByTimeAsync(99)
  expect(handled).not.toContain('a2')
  await vi.advanceTimersByTimeAsync(1)
  expect(acknowledged).toEqual(['b1', 'b2', 'a1', 'a2'])
  expect([...lanes.waiting()]).toEqual([])
})

test('does not starve other lanes by a long one', async () => {
  const { lanes, add, handled } = startTestLanes(succeed)
  for (let n = 1; n <= 8; n++) add(`long ${n}`, `${n} first`, `${n} second`)
  add('short', 'short')
  await lanes.whenIdle()
  expect(handled.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, index) => `${index + 1} first`))
  expect(handled.indexOf('short')).toBeLessThan(handled.indexOf('8 second'))
  expect(handled).toHaveLength(17)
})

test('handles at most eight lanes at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { lanes, add, handled } = startTestLanes(() => promise)
  for (let n = 1; n <= 9; n++) add(`${n}`, `${n}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(handled).toHaveLength(8)
  resolve()
  await lanes.whenIdle()
  expect(handled).toHaveLength(9)
})

test('retries storing a dead letter without counting the try', async () => {
  const { lanes, add, acknowledged, deadLettered, storeDeadLetter } = startTestLanes(async (text) => {
    if (text === 'poison') throw permanent('cannot be read')
  })
  storeDeadLetter.mockRejectedValueOnce(new Error('away'))
  add('a', 'poison', 'next')
  await lanes.whenIdle()
  expect([acknowledged, deadLettered]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([acknowledged, deadLettered]).toEqual([['next'], [['poison', 1]]])
})

test('waits for the delivery in flight on stop and handles no other', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const { lanes, add, handled, acknowledged } = startTestLanes(() => promise)
  add('a', 'a1', 'a2')
  const stopped = lanes.stop()
  reject(new Error('not now'))
  await stopped
  expect(vi.getTimerCount()).toBe(0)
  add('b', 'b1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(handled).toEqual(['a1'])
  expect(acknowledged).toEqual([])
})

test('delays a redelivered event until its next try', async () => {
  const { lanes, handled } = startTestLanes(succeed)
  const redelivery = { ...createDelivery('sent', 1), event: { type: 'sent', data: 'a1' } as DomainEvent }
  lanes.add([{ ...redelivery, notBefore: performance.now() + 100 }])
  await lanes.whenIdle()
  expect(handled).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(handled).toEqual(['a1'])
})

test('handles no further delivery once the bus has revoked the deliveries', async () => {
  let isAssigned = true
  const { lanes, add, handled, acknowledged } = startTestLanes(
    async () => {
      isAssigned = false
    },
    () => isAssigned,
  )
  add('a', 'a1', 'a2')
  await lanes.whenIdle()
  expect([handled, acknowledged]).toEqual([['a1'], ['a1']])
})
