import { notificationReply } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { unreadKey } from './notification-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('counts a notification at once and refetches later, as the count may have included it', () => {
  const client = createQueryClient()
  client.setQueryData(unreadKey(1), { count: 1 })
  client.setQueryData(unreadKey(2), { count: 5 })
  receiveFrame(client, { type: 'notification', data: notificationReply({ weekendId: 1 }), epoch: 'e' })
  expect(client.getQueryData(unreadKey(1))).toEqual({ count: 2 })
  expect(client.getQueryState(unreadKey(1))?.isInvalidated).toBe(false)
  vi.advanceTimersByTime(15_000)
  expect(client.getQueryState(unreadKey(1))?.isInvalidated).toBe(true)
  expect(client.getQueryData(unreadKey(2))).toEqual({ count: 5 })
  expect(client.getQueryState(unreadKey(2))?.isInvalidated).toBe(false)
})
