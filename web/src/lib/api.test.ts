import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, api, hasCode, isOfflineError, serverMessage } from './api.ts'

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
])('tells when to retry after a rate limit: %s %s', (message, retryAfter, words) => {
  const error = new ApiError(429, JSON.stringify({ code: 'TOO_MANY', message }), retryAfter)
  expect(serverMessage(error, 'Please try again.')).toBe(words)
})
