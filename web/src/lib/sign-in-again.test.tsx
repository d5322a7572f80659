import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../ui/toast-store.ts'
import { OFFLINE_PAGES_CACHE } from './offline-pages.ts'
import { endingSession, signInAgain, signingOut } from './sign-in-again.ts'

const forgotten = vi.fn(async () => true)
beforeEach(() => {
  vi.stubGlobal('caches', { delete: forgotten })
})

const HERE = { pathname: '/profile', search: '' }

afterEach(() => {
  window.dispatchEvent(new Event('pageshow'))
  toasts.clear()
  forgotten.mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('whoever ends their session themself is not led to sign in again', async () => {
  vi.useFakeTimers()
  const go = vi.fn()
  await endingSession(async () => signInAgain(go, HERE))
  signInAgain(go, HERE)
  vi.advanceTimersByTime(10_000)
  expect(go).not.toHaveBeenCalled()
  expect(toasts.current()).toBeUndefined()
})

test('unless it did not end', async () => {
  vi.useFakeTimers()
  const go = vi.fn()
  await expect(endingSession(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  signInAgain(go, HERE)
  vi.advanceTimersByTime(10_000)
  expect(go).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fprofile')
})

test('whoever follows the link out is not led to sign in again, unless they are still here a while later', () => {
  vi.useFakeTimers()
  const go = vi.fn()
  signingOut()
  signInAgain(go, HERE)
  vi.advanceTimersByTime(9_999)
  expect(go).not.toHaveBeenCalled()
  expect(toasts.current()).toBeUndefined()
  vi.advanceTimersByTime(1)
  signInAgain(go, HERE)
  vi.advanceTimersByTime(500)
  expect(go).toHaveBeenCalledOnce()
})

test.each<[string, () => unknown]>([
  ['ends it', () => endingSession(async () => 'ended')],
  ['follows the link out', () => signingOut()],
  ['is found to be signed out', () => signInAgain(() => {}, HERE)],
])('nothing is kept of whoever %s', async (_what, leave) => {
  await leave()
  expect(forgotten).toHaveBeenCalledExactlyOnceWith(OFFLINE_PAGES_CACHE)
})

test('where what is kept cannot be reached the session ends all the same', async () => {
  forgotten.mockRejectedValueOnce(new Error('no storage'))
  expect(await endingSession(async () => 'ended')).toBe('ended')
})
