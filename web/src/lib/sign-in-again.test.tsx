import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../ui/toast-store.ts'
import { endingSession, signInAgain } from './sign-in-again.ts'

const HERE = { pathname: '/profile', search: '' }

afterEach(() => {
  window.dispatchEvent(new Event('pageshow'))
  toasts.clear()
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
