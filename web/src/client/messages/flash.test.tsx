import { expect, test, vi } from 'vitest'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { leaveWithFlash, showFlash } from './flash.ts'

test('shows the flash message on the landing page once', () => {
  const navigate = vi.fn()
  leaveWithFlash({ title: 'Your account is deleted', message: 'Thank you.' }, navigate)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/')
  showFlash()
  expect(toasts.current()).toMatchObject({ title: 'Your account is deleted', text: 'Thank you.' })
  toasts.clear()
  showFlash()
  expect(toasts.current()).toBeUndefined()
})
