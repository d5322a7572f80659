import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { OFFLINE_PAGES_CACHE } from '../browser/offline-pages.ts'
import { endSession, markSigningOut, signInAgain } from './sign-in-again.ts'

const clearedPages = vi.fn(async () => true)
beforeEach(() => {
  vi.stubGlobal('caches', { delete: clearedPages })
})

const HERE = { pathname: '/profile', search: '' }

afterEach(() => {
  window.dispatchEvent(new Event('pageshow'))
  toasts.clear()
  clearedPages.mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('does not redirect to sign-in when the user ends the session', async () => {
  vi.useFakeTimers()
  const navigate = vi.fn()
  await endSession(async () => signInAgain(navigate, HERE))
  signInAgain(navigate, HERE)
  vi.advanceTimersByTime(10_000)
  expect(navigate).not.toHaveBeenCalled()
  expect(toasts.current()).toBeUndefined()
})

test('redirects to sign-in again when ending the session failed', async () => {
  vi.useFakeTimers()
  const navigate = vi.fn()
  await expect(endSession(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  signInAgain(navigate, HERE)
  vi.advanceTimersByTime(10_000)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fprofile')
})

test('does not redirect after the sign-out link was followed, unless the page is still open ten seconds later', () => {
  vi.useFakeTimers()
  const navigate = vi.fn()
  markSigningOut()
  signInAgain(navigate, HERE)
  vi.advanceTimersByTime(9_999)
  expect(navigate).not.toHaveBeenCalled()
  expect(toasts.current()).toBeUndefined()
  vi.advanceTimersByTime(1)
  signInAgain(navigate, HERE)
  vi.advanceTimersByTime(500)
  expect(navigate).toHaveBeenCalledOnce()
})

test.each<[string, () => unknown]>([
  ['ends the session', () => endSession(async () => 'ended')],
  ['follows the sign-out link', () => markSigningOut()],
  ['turns out to be signed out', () => signInAgain(() => {}, HERE)],
])('deletes cached data of a user who %s', async (_what, unloadPage) => {
  await unloadPage()
  expect(clearedPages).toHaveBeenCalledExactlyOnceWith(OFFLINE_PAGES_CACHE)
})

test('ends the session even when the cached data cannot be deleted', async () => {
  clearedPages.mockRejectedValueOnce(new Error('no storage'))
  expect(await endSession(async () => 'ended')).toBe('ended')
})
