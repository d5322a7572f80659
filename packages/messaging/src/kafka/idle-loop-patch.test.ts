import './idle-loop-patch.ts'
import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const require = createRequire(import.meta.url)
const RequestQueue = require('kafkajs/src/network/requestQueue')

const queue = (maxInFlightRequests: number) =>
  new RequestQueue({
    maxInFlightRequests,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'test',
    logger: { debug: () => {} },
    isConnected: () => true,
  })

const request = (correlationId: number, sendRequest: () => void) => ({
  entry: { correlationId, resolve: () => {}, reject: () => {} },
  expectResponse: true,
  sendRequest,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is still made for the version it was written for', () => {
  expect(require('kafkajs/package.json').version).toBe('2.2.4')
})

test('an idle connection sets no timer', () => {
  queue(1).checkPendingRequests()
  expect(vi.getTimerCount()).toBe(0)
})

test('a request that had to wait for a throttle is sent after it', () => {
  const waiting = queue(1)
  const send = vi.fn()
  waiting.maybeThrottle(500)
  waiting.push(request(1, send))
  vi.advanceTimersByTime(499)
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(send).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a request that had to wait for another is sent when that one is answered', () => {
  const busy = queue(1)
  const send = vi.fn()
  busy.push(request(1, () => {}))
  busy.push(request(2, send))
  expect(send).not.toHaveBeenCalled()
  busy.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 })
  expect(send).toHaveBeenCalledTimes(1)
})
