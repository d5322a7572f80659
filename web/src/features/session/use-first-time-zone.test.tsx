import { userReply } from '@purple-sector/testing/replies'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFirstTimeZone } from './use-first-time-zone.ts'
import { userQuery } from './user-query.ts'

const devices = vi.hoisted(() => ({ zone: 'Australia/Perth' as string | undefined }))
vi.mock('../../client/browser/device-zone.ts', () => ({ deviceZone: () => devices.zone }))

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  devices.zone = 'Australia/Perth'
  fetch.mockReset()
  fetch.mockImplementation(async (_, { body }) => Response.json(userReply(JSON.parse(String(body)))))
  vi.stubGlobal('fetch', fetch)
  return () => vi.unstubAllGlobals()
})

const open = (timeZone: string | null | 'visitor', hasLoaded = true) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(userQuery.queryKey, timeZone === 'visitor' ? null : userReply({ timeZone }))
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  renderHook(() => useFirstTimeZone(hasLoaded), { wrapper })
  return () => client.getQueryData(userQuery.queryKey)?.timeZone
}

test('sets the zone of the first browser', async () => {
  const zone = open(null)
  await vi.waitFor(() => expect(zone()).toBe('Australia/Perth'))
  expect(fetch.mock.calls.map(([path, { body }]) => [path, JSON.parse(String(body))])).toEqual([
    ['/api/profile', { timeZone: 'Australia/Perth' }],
  ])
})

test.each([
  ['a user who has one', () => open('Australia/Sydney')],
  ['a visitor', () => open('visitor')],
  ['a page that has not loaded', () => open(null, false)],
  [
    'a device that does not know its own',
    () => {
      devices.zone = undefined
      return open(null)
    },
  ],
])('sends nothing for %s', async (_, visit) => {
  visit()
  await Promise.resolve()
  expect(fetch).not.toHaveBeenCalled()
})

test('keeps track time when the zone could not be saved, and shows no error', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  fetch.mockImplementation(async () =>
    Response.json({ code: 'UNAVAILABLE', message: 'Busy', requestId: 'r' }, { status: 400 }),
  )
  const zone = open(null)
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  expect(zone()).toBeNull()
  warn.mockRestore()
})
