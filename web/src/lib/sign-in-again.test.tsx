import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../ui/toast-store.ts'
import { endingSession, signInAgain, signingOut } from './sign-in-again.ts'

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
