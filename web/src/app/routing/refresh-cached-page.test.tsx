import { userReply } from '@purple-sector/testing/replies'
import { notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { OFFLINE_PAGES_CACHE } from '../../client/browser/offline-pages.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { markInteractive } from '../hydration/interactive.ts'
import { cachedQueries, markCacheAge, refreshCachedPage } from './refresh-cached-page.ts'

/** A moment ago, so that no data is stale by itself. */
const AT = Date.now() - 60_000
let client: QueryClient
let requests: string[]
let user: unknown
/** The server's reply. */
let serverReply: () => Response
const clearedPages = vi.fn(async () => true)
const reload = vi.fn()

beforeEach(() => {
  requests = []
  user = userReply({ id: 'ann' })
  serverReply = () => Response.json(user)
  document.body.innerHTML = '<div id="root" inert><p>Of Ann</p></div>'
  vi.stubGlobal('caches', { delete: clearedPages })
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return serverReply()
  })
  client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply({ id: 'ann' }))
  markCacheAge(client, AT)
  new QueryObserver(client, userQuery).subscribe(() => {})
})
afterEach(() => {
  client.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('refetches all queries once the page is interactive, and dates the data by its age until then', async () => {
  expect(cachedQueries(client, AT)).toHaveLength(1)
  refreshCachedPage(client, AT, reload)
  expect(requests).toEqual([])
  markInteractive()
  await vi.waitFor(() => expect(cachedQueries(client, AT)).toEqual([]))
  expect(requests).toEqual(['/api/auth/user'])
  markInteractive()
  expect([requests.length, reload.mock.calls.length, clearedPages.mock.calls.length]).toEqual([1, 0, 0])
})

test('removes the page when it belongs to another user', async () => {
  user = userReply({ id: 'bob' })
  refreshCachedPage(client, AT, reload)
  markInteractive()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(clearedPages).toHaveBeenCalledWith(OFFLINE_PAGES_CACHE)
  expect(document.body.textContent).not.toContain('Of Ann')
})

test.each([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), 'success'],
  ['the server is overloaded', () => new Response('Busy', { status: 503 }), 'success'],
  ['the rate limit is exceeded', () => new Response('Later', { status: 429 }), 'success'],
  ['the resource no longer exists', () => new Response('Gone', { status: 404 }), 'error'],
])('keeps showing cached data when %s, unless the server says it is gone', async (_why, reply, status) => {
  serverReply = reply as () => Response
  const fetchStatuses: string[] = []
  client.getQueryCache().subscribe(({ query }) => fetchStatuses.push(query.state.fetchStatus))
  const renders: string[] = []
  const screen = new QueryObserver(client, userQuery)
  // Reads the result after the batched notifications, as React does.
  screen.subscribe(notifyManager.batchCalls(() => void renders.push(screen.getCurrentResult().status)))
  refreshCachedPage(client, AT, reload)
  markInteractive()
  await vi.waitFor(() => expect([fetchStatuses.includes('fetching'), fetchStatuses.at(-1)]).toEqual([true, 'idle']))
  await vi.waitFor(() => expect(renders.at(-1)).toBe(status))
  expect(renders.includes('error')).toBe(status === 'error')
  expect(client.getQueryData(userQuery.queryKey)?.id).toBe('ann')
  expect(cachedQueries(client, AT)).toHaveLength(1)
})

test('shows a later failure like on any page', async () => {
  refreshCachedPage(client, AT, reload)
  markInteractive()
  await vi.waitFor(() => expect(cachedQueries(client, AT)).toEqual([]))
  serverReply = () => new Response('Busy', { status: 503 })
  await client.invalidateQueries()
  expect(client.getQueryState(userQuery.queryKey)?.status).toBe('error')
})
