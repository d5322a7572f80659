import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, api, hasCode, isOfflineError, retryOnOverload, serverMessage } from './api.ts'

const reply = (status: number, text: string) =>
  vi.stubGlobal('fetch', async () => new Response(text === '' ? null : text, { status, statusText: 'As it is' }))
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

test('carries status, body and message of an error reply', async () => {
  const body = { code: 'TIPS_CLOSED', message: 'Tips are closed.', requestId: 'r', issues: [] }
  reply(409, JSON.stringify(body))
  const error = await failure(api.post('/api/tips', {}))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 409, message: `409: ${JSON.stringify(body)}`, body })
  expect(serverMessage(error, 'Please try again.')).toBe('Tips are closed.')
  expect(hasCode(error, 'TIPS_CLOSED')).toBe(true)
})

test('uses the status text and the fallback message for an error without a body', async () => {
  reply(503, '')
  const error = await failure(api.get('/api/weekends'))
  expect(error).toMatchObject({ message: '503: As it is', body: undefined })
  expect(serverMessage(error, 'Please try again.')).toBe('Please try again.')
})

test('returns null instead of an error for a signed-out caller', async () => {
  reply(401, '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}')
  expect(await api.getOrNull('/api/auth/user')).toBeNull()
})

test('returns undefined for a reply without content', async () => {
  reply(204, '')
  expect(await api.post('/api/auth/verify/send')).toBeUndefined()
})

test('reports an unreached server as offline', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(isOfflineError(await failure(api.get('/api/weekends')))).toBe(true)
})

test.each([
  ['Too many requests.', '20', 'Too many requests. Please try again in 20 seconds.'],
  ['Too many requests.', '700', 'Too many requests. Please try again in 12 minutes.'],
  ['Too many requests.', '7200', 'Too many requests. Please try again in 2 hours.'],
  ['Please try again in 5 minutes.', '300', 'Please try again in 5 minutes.'],
  ['Too many requests.', null, 'Too many requests.'],
])('shows when to retry after a rate limit: %s %s', (message, retryAfter, words) => {
  const error = new ApiError(429, JSON.stringify({ code: 'TOO_MANY', message }), retryAfter)
  expect(serverMessage(error, 'Please try again.')).toBe(words)
})

describe('retryOnOverload', () => {
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
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await result).toBe('saved')
  })

  test('retries once only', async () => {
    const request = vi.fn().mockRejectedValue(rejectionOf('OVERLOADED'))
    const result = expect(retryOnOverload(request)).rejects.toMatchObject({ status: 503 })
    await vi.advanceTimersByTimeAsync(3_000)
    await result
    expect(request).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['the wait is too long', rejectionOf('OVERLOADED', '10')],
    ['the server names no time', rejectionOf('OVERLOADED', null)],
    ['a service is unavailable', rejectionOf('UNAVAILABLE')],
    [
      'the account has exceeded its rate limit',
      new ApiError(429, '{"code":"TOO_MANY_REQUESTS","message":"Wait."}', '2'),
    ],
    ['tips are closed', new ApiError(409, '{"code":"TIPS_CLOSED","message":"Closed."}')],
    ['the server was not reached', new TypeError('Failed to fetch')],
  ])('does not retry when %s', async (_, error) => {
    const request = vi.fn().mockRejectedValue(error)
    await expect(retryOnOverload(request)).rejects.toBe(error)
    expect(request).toHaveBeenCalledTimes(1)
  })
})
