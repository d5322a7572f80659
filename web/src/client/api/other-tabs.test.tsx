import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { listenToOtherTabs, notifyOtherTabs } from './other-tabs.ts'

test('invalidates queries in other tabs that one tab changed, until they stop listening', async () => {
  const client = new QueryClient()
  client.setQueryData(['/api/tips', 3], [])
  client.setQueryData(['/api/tips', 4], [])
  const stop = listenToOtherTabs(client)
  const isStale = (weekendId: number) => client.getQueryState(['/api/tips', weekendId])?.isInvalidated
  notifyOtherTabs([['/api/tips', 3]])
  await vi.waitFor(() => expect(isStale(3)).toBe(true))
  expect(isStale(4)).toBe(false)
  stop()
})
