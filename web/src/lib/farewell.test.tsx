import { expect, test, vi } from 'vitest'
import { toasts } from '../ui/toast-store.ts'
import { leaveWith, sayFarewell } from './farewell.ts'

test('the last words are said on the landing page, once', () => {
  const go = vi.fn()
  leaveWith({ title: 'Your account is deleted', message: 'Thank you.' }, go)
  expect(go).toHaveBeenCalledExactlyOnceWith('/')
  sayFarewell()
  expect(toasts.current()).toMatchObject({ title: 'Your account is deleted', text: 'Thank you.' })
  toasts.clear()
  sayFarewell()
  expect(toasts.current()).toBeUndefined()
})
