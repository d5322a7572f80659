import { userReply } from '@purple-sector/testing/replies'
import { notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userQuery } from '../features/session/user-query.ts'
import { OFFLINE_PAGES_CACHE } from '../lib/offline-pages.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { markInteractive } from './interactive.ts'
import { cachedQueries, markCacheAge, refreshCachedPage } from './refresh-cached-page.ts'

/** A moment ago, so that nothing is stale by itself. */
const AT = Date.now() - 60_000
let client: QueryClient
let asked: string[]
let user: unknown
/** How the server replies. */
let answer: () => Response
const forgotten = vi.fn(async () => true)
const reload = vi.fn()

beforeEach(() => {
  asked = []
  user = userReply({ id: 'ann' })
  answer = () => Response.json(user)
  document.body.innerHTML = '<div id="root" inert><p>Of Ann</p></div>'
  vi.stubGlobal('caches', { delete: forgotten })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answer()
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

test('refetches everything once the page is interactive, and dates the data by its age until then', async () => {
  expect(cachedQueries(client, AT)).toHaveLength(1)
  refreshCachedPage(client, AT, reload)
  expect(asked).toEqual([])
  markInteractive()
  await vi.waitFor(() => expect(cachedQueries(client, AT)).toEqual([]))
  expect(asked).toEqual(['/api/auth/user'])
  markInteractive()
  expect([asked.length, reload.mock.calls.length, forgotten.mock.calls.length]).toEqual([1, 0, 0])
})

test('removes the page when it belongs to another user', async () => {
  user = userReply({ id: 'bob' })
  refreshCachedPage(client, AT, reload)
  markInteractive()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(forgotten).toHaveBeenCalledWith(OFFLINE_PAGES_CACHE)
  expect(document.body.textContent).not.toContain('Of Ann')
})

test.each([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), 'success'],
  ['the server is overloaded', () => new Response('Busy', { status: 503 }), 'success'],
  ['the rate limit is exceeded', () => new Response('Later', { status: 429 }), 'success'],
  ['the resource no longer exists', () => new Response('Gone', { status: 404 }), 'error'],
])('when %s, keeps showing the cached data unless the server says it is gone', async (_why, reply, status) => {
  answer = reply as () => Response
  const fetchStatuses: string[] = []
  client.getQueryCache().subscribe(({ query }) => fetchStatuses.push(query.state.fetchStatus))
  const shown: string[] = []
  const screen = new QueryObserver(client, userQuery)
  // Reads the result after the batched notifications, as React does.
  screen.subscribe(notifyManager.batchCalls(() => void shown.push(screen.getCurrentResult().status)))
  refreshCachedPage(client, AT, reload)
  markInteractive()
  await vi.waitFor(() => expect([fetchStatuses.includes('fetching'), fetchStatuses.at(-1)]).toEqual([true, 'idle']))
  await vi.waitFor(() => expect(shown.at(-1)).toBe(status))
  expect(shown.includes('error')).toBe(status === 'error')
  expect(client.getQueryData(userQuery.queryKey)?.id).toBe('ann')
  expect(cachedQueries(client, AT)).toHaveLength(1)
})

test('shows a later failure as anywhere', async () => {
  refreshCachedPage(client, AT, reload)
  markInteractive()
  await vi.waitFor(() => expect(cachedQueries(client, AT)).toEqual([]))
  answer = () => new Response('Busy', { status: 503 })
  await client.invalidateQueries()
  expect(client.getQueryState(userQuery.queryKey)?.status).toBe('error')
})
