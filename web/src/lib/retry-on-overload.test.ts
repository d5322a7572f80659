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

const refusal = (code: string, retryAfter: string | null = '2') =>
  new ApiError(503, JSON.stringify({ code, message: 'Very many tips are coming in right now.' }), retryAfter)

test('asks again when it was told to, and at a moment of its own after that', async () => {
  const ask = vi.fn().mockRejectedValueOnce(refusal('OVERLOADED')).mockResolvedValueOnce('saved')
  const fetchContext = retryOnOverload(ask)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await fetchContext).toBe('saved')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('asks again where too much of the account itself was under way', async () => {
  const refused = new ApiError(429, JSON.stringify({ code: 'TOO_MANY_AT_ONCE', message: 'Too many at once.' }), '1')
  const ask = vi.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce('saved')
  const fetchContext = retryOnOverload(ask)
  await vi.runAllTimersAsync()
  expect(await fetchContext).toBe('saved')
})

test('asks once more and not for ever', async () => {
  const ask = vi.fn().mockRejectedValue(refusal('OVERLOADED'))
  const fetchContext = expect(retryOnOverload(ask)).rejects.toMatchObject({ status: 503 })
  await vi.runAllTimersAsync()
  await fetchContext
  expect(ask).toHaveBeenCalledTimes(2)
})

test.each([
  ['it is to come much later', refusal('OVERLOADED', '10')],
  ['nobody says when', refusal('OVERLOADED', null)],
  ['something is away', refusal('UNAVAILABLE')],
  ['the account has used up its limit', new ApiError(429, '{"code":"TOO_MANY_REQUESTS","message":"Wait."}', '2')],
  ['tips are closed', new ApiError(409, '{"code":"TIPS_CLOSED","message":"Closed."}')],
  ['the server was not reached', new TypeError('Failed to fetch')],
])('does not where %s', async (_, error) => {
  const ask = vi.fn().mockRejectedValue(error)
  await expect(retryOnOverload(ask)).rejects.toBe(error)
  expect(ask).toHaveBeenCalledTimes(1)
})
