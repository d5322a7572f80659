import { expect, test, vi } from 'vitest'
import { toasts } from '../ui/toast-store.ts'
import { leaveWithFlash, setFlash } from './flash.ts'

test('shows the flash message on the landing page once', () => {
  const go = vi.fn()
  leaveWithFlash({ title: 'Your account is deleted', message: 'Thank you.' }, go)
  expect(go).toHaveBeenCalledExactlyOnceWith('/')
  setFlash()
  expect(toasts.current()).toMatchObject({ title: 'Your account is deleted', text: 'Thank you.' })
  toasts.clear()
  setFlash()
  expect(toasts.current()).toBeUndefined()
})
