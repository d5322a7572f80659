import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient, minutes } from '../../../client/api/query-client.ts'
import { isSentElsewhere } from './seen-reports.ts'

const requests: string[] = []
beforeEach(() => {
  requests.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json(path.endsWith('preferences') ? { push: {}, mail: { deadline: false }, quietHours: null } : [])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('fetches only once whether notifications are sent elsewhere', async () => {
  const client = createQueryClient()
  expect(await isSentElsewhere(client)).toBe(false)
  expect(requests).toEqual(['/api/notifications/push-subscriptions', '/api/notifications/preferences'])
  await vi.advanceTimersByTimeAsync(minutes(180))
  expect(await isSentElsewhere(client)).toBe(false)
  expect(requests).toHaveLength(2)
})
