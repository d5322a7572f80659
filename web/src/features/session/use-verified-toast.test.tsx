import { userReply } from '@purple-sector/testing/replies'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { useVerifiedToast } from './use-verified-toast.ts'

afterEach(() => toasts.clear())

const [before, after] = [userReply({ emailVerified: false }), userReply({ emailVerified: true })]
const watch = (first: typeof before | null) =>
  renderHook(({ user }) => useVerifiedToast(user), { initialProps: { user: first } })

test('notifies when an address becomes verified while a page is open', () => {
  const { rerender } = watch(before)
  rerender({ user: { ...before, chatStatus: 'Row 12' } })
  expect(toasts.current()).toBeUndefined()
  rerender({ user: after })
  expect(toasts.current()).toMatchObject({ title: 'Your email address is verified' })
})

test('does not notify about an address that was verified before, or of another user', () => {
  watch(null).rerender({ user: after })
  watch(before).rerender({ user: { ...after, id: 'another' } })
  expect(toasts.current()).toBeUndefined()
})
