import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { retryOnOverload } from './retry-on-overload.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const rejectionOf = (code: string, retryAfter: string | null = '2') =>
  new ApiError(503, JSON.stringify({ code, message: 'Very many tips are coming in right now.' }), retryAfter)

test('retries after the server’s retry time plus a random wait', async () => {
  const request = vi.fn().mockRejectedValueOnce(rejectionOf('OVERLOADED')).mockResolvedValueOnce('saved')
  const result = retryOnOverload(request)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('saved')
  expect(request).toHaveBeenCalledTimes(2)
})

test('retries when the account had too many requests in flight', async () => {
  const rejection = new ApiError(429, JSON.stringify({ code: 'TOO_MANY_AT_ONCE', message: 'Too many at once.' }), '1')
  const request = vi.fn().mockRejectedValueOnce(rejection).mockResolvedValueOnce('saved')
  const result = retryOnOverload(request)
  await vi.runAllTimersAsync()
  expect(await result).toBe('saved')
})

test('retries once only', async () => {
  const request = vi.fn().mockRejectedValue(rejectionOf('OVERLOADED'))
  const result = expect(retryOnOverload(request)).rejects.toMatchObject({ status: 503 })
  await vi.runAllTimersAsync()
  await result
  expect(request).toHaveBeenCalledTimes(2)
})

test.each([
  ['the wait is too long', rejectionOf('OVERLOADED', '10')],
  ['the server names no time', rejectionOf('OVERLOADED', null)],
  ['a service is unavailable', rejectionOf('UNAVAILABLE')],
  ['the account has exceeded its rate limit', new ApiError(429, '{"code":"TOO_MANY_REQUESTS","message":"Wait."}', '2')],
  ['tips are closed', new ApiError(409, '{"code":"TIPS_CLOSED","message":"Closed."}')],
  ['the server was not reached', new TypeError('Failed to fetch')],
])('does not retry when %s', async (_, error) => {
  const request = vi.fn().mockRejectedValue(error)
  await expect(retryOnOverload(request)).rejects.toBe(error)
  expect(request).toHaveBeenCalledTimes(1)
})
