import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { ApiError } from './api.ts'
import { type ToastMutation, useToastMutation } from './toast-mutation.ts'

let client: QueryClient
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** Runs the mutation and waits until it is done. */
const make = async (mutation: Partial<ToastMutation<number, string>>) => {
  const options = { mutationFn: async () => 'saved', failure: 'Not saved', offline: 'You are offline.', ...mutation }
  const { result } = renderHook(() => useToastMutation<number, string>(options), { wrapper })
  act(() => result.current.mutate(7))
  await waitFor(() => expect(result.current.isIdle || result.current.isPending).toBe(false))
}
const rejectWith = (body: object) => async () => {
  throw new ApiError(409, JSON.stringify(body))
}

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(['tips', 1], 'old')
  client.setQueryData(['boards', 1], 'old')
})
afterEach(() => toasts.clear())

test('applies the reply, shows a toast, and refetches the queries that show the change', async () => {
  const onDone = vi.fn()
  await make({
    onDone,
    success: (output, input) => ({ title: `${input} ${output}` }),
    refresh: [{ queryKey: ['tips'] }],
  })
  expect(onDone).toHaveBeenCalledExactlyOnceWith('saved', 7, client, expect.anything())
  expect(toasts.current()).toMatchObject({ title: '7 saved', tone: 'green' })
  expect(client.getQueryState(['tips', 1])?.isInvalidated).toBe(true)
  expect(client.getQueryState(['boards', 1])?.isInvalidated).toBe(false)
})

test('shows the reason that the server gives for a failure, else a default', async () => {
  await make({ mutationFn: rejectWith({ code: 'TIPS_CLOSED', message: 'Tips are closed.' }) })
  expect(toasts.current()).toMatchObject({ title: 'Not saved', text: 'Tips are closed.', tone: 'red' })
  toasts.clear()
  await make({ mutationFn: rejectWith({}), failure: (input) => `${input} failed` })
  expect(toasts.current()).toMatchObject({ title: '7 failed', text: 'Please try again.' })
  toasts.clear()
  await make({ mutationFn: rejectWith({}), noReason: 'Your draft is kept.' })
  expect(toasts.current()?.text).toBe('Your draft is kept.')
})

test('shows the offline text when the server was not reached', async () => {
  await make({
    mutationFn: async () => {
      throw new TypeError('Failed to fetch')
    },
  })
  expect(toasts.current()?.text).toBe('You are offline.')
})

test('replaces the failure of the same action by its success at once', async () => {
  const mutation = { success: () => ({ title: 'Saved' }), refresh: [{ queryKey: ['tips'] }] }
  await make({ ...mutation, mutationFn: rejectWith({ code: 'TIPS_CLOSED', message: 'Tips are closed.' }) })
  expect(toasts.current()?.title).toBe('Not saved')
  await make(mutation)
  expect(toasts.queue()).toMatchObject({ shown: { toast: { title: 'Saved' } }, waiting: [] })
})

test('omits a text that repeats the title, and a detail that repeats the text', async () => {
  await make({ mutationFn: rejectWith({}), failure: 'Failed to vote. Please try again.' })
  expect(toasts.current()).toMatchObject({ title: 'Failed to vote. Please try again.', text: undefined })
  toasts.clear()
  await make({ mutationFn: rejectWith({}), failure: 'Error', fixedReason: 'Failed to vote. Please try again.' })
  expect(toasts.current()).toMatchObject({ text: 'Failed to vote. Please try again.', detail: undefined })
})

test('shows no toast for a failure that is handled in place', async () => {
  const onFailed = vi.fn()
  await make({
    mutationFn: rejectWith({ code: 'CONFIRM_NEEDED', message: 'Sure?' }),
    hidesErrorToast: () => true,
    onFailed,
  })
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(expect.any(ApiError), client, expect.anything())
  expect(toasts.current()).toBeUndefined()
})
