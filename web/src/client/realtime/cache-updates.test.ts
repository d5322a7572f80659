import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invalidateAfterInFlight, STAYS_AS_READ } from './cache-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('refetches queries in flight once their replies arrive, except those whose data stays as read', async () => {
  const client = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<string>()
  const queryFn = () => promise
  const replies = [
    client.fetchQuery({ queryKey: ['board'], queryFn }),
    client.fetchQuery({ queryKey: ['messages'], queryFn, meta: STAYS_AS_READ }),
  ]
  invalidateAfterInFlight(client)
  resolve('read before')
  await Promise.all(replies)
  await vi.advanceTimersByTimeAsync(1_000)
  const isStale = (key: string) => client.getQueryState([key])?.isInvalidated
  expect(isStale('board')).toBe(true)
  expect(isStale('messages')).toBe(false)
})
