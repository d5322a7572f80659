import './idle-loop-patch.ts'
import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const require = createRequire(import.meta.url)
const RequestQueue = require('kafkajs/src/network/requestQueue')

const createQueue = (maxInFlightRequests: number) =>
  new RequestQueue({
    maxInFlightRequests,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'test',
    logger: { debug: () => {} },
    isConnected: () => true,
  })

const createRequest = (correlationId: number, sendRequest: () => void) => ({
  entry: { correlationId, resolve: () => {}, reject: () => {} },
  expectResponse: true,
  sendRequest,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the patch is applied to the kafkajs version it was written for', () => {
  expect(require('kafkajs/package.json').version).toBe('2.2.4')
})

test('sets no timer on an idle connection', () => {
  createQueue(1).checkPendingRequests()
  expect(vi.getTimerCount()).toBe(0)
})

test('sends a throttled request after the throttle ends', () => {
  const waiting = createQueue(1)
  const send = vi.fn()
  waiting.maybeThrottle(500)
  waiting.push(createRequest(1, send))
  vi.advanceTimersByTime(499)
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(send).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('sends a queued request when the previous one has its response', () => {
  const busy = createQueue(1)
  const send = vi.fn()
  busy.push(createRequest(1, () => {}))
  busy.push(createRequest(2, send))
  expect(send).not.toHaveBeenCalled()
  busy.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 })
  expect(send).toHaveBeenCalledTimes(1)
})
