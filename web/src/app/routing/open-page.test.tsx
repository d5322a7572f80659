import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from './routes.ts'

const fetched = vi.fn(async () => new Response('[]'))
const fetchStub = vi.fn()

const table: Page[] = [
  {
    pattern: '/tipping',
    audience: 'fan',
    Component: () => null,
    preload: async () => {
      const { productRacesQuery } = await import('../../features/weekend-data/api/weekend-queries.ts')
      return {
        reads: (weekendId) => {
          fetchStub(weekendId)
          return [productRacesQuery(weekendId)]
        },
      }
    },
  },
]

const weekend = {
  id: 3,
  startDate: '2026-11-20',
  endDate: '2026-11-22',
  status: 'live',
  isActive: true,
  timeZone: 'UTC',
}
const user = { id: 'ann', isAdmin: false, preferredWeekendId: null }

/** The prefetched replies of the tipping page. */
const tippingReplies = {
  '/api/auth/user': user,
  '/api/weekends': [weekend],
  '/api/categories': [],
  '/api/weekends/3/races': [],
  '/api/weekends/3/my-stats': {},
  '/api/weekends/3/purple-sector-races': [],
}

/** Opens the page of a document with these replies, in an app that has just started. */
const openDocument = async (
  replies: Record<string, unknown>,
  pathname = '/tipping',
  arrival: { isServerRendered?: boolean; renderedWith?: { now: number; isPhone: boolean }; cachedAt?: number } = {},
) => {
  document.body.innerHTML = ''
  for (const [path, body] of Object.entries(replies)) {
    const block = document.createElement('script')
    block.type = 'application/json'
    block.dataset.query = JSON.stringify({ path, status: body === null ? 401 : 200, headers: {} })
    block.textContent = body === null ? '' : JSON.stringify(body)
    document.body.append(block)
  }
  vi.resetModules()
  const { openPage } = await import('./open-page.ts')
  const { createQueryClient } = await import('../../client/api/query-client.ts')
  const client = createQueryClient()
  const { isOld } = await openPage(client, table, pathname, arrival)
  const queriesWithData = () => client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  return { client, isOld, keys: queriesWithData().map(({ queryKey }) => queryKey.join('/')) }
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetched.mockClear()
  fetchStub.mockClear()
  document.body.innerHTML = ''
})

test('caches the document’s replies before rendering, for the weekend on screen', async () => {
  const { keys } = await openDocument(tippingReplies)
  expect(fetchStub).toHaveBeenCalledWith(3)
  expect(fetched).not.toHaveBeenCalled()
  expect(keys).toEqual(
    expect.arrayContaining(['/api/auth/user', '/api/weekends', '/api/categories', '/api/weekends/3/races']),
  )
})

test('recognizes a visitor from the document without a request', async () => {
  const { client } = await openDocument({ '/api/auth/user': null })
  expect(client.getQueryData(['/api/auth/user'])).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('leaves fetching to the components when the document brought no data', async () => {
  const { keys } = await openDocument({})
  expect(keys).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
})

test('does not wait for a reply that does not come', async () => {
  fetched.mockImplementation(() => new Promise(() => {}))
  const { client } = await openDocument({ '/api/auth/user': user, '/api/weekends': [weekend] })
  expect(client.getQueryData(['/api/auth/user'])).toEqual(user)
})

test('leaves a failed read to the component that shows it', async () => {
  fetched.mockImplementation(async () => new Response('{"code":"UNAVAILABLE"}', { status: 503 }))
  const { client } = await openDocument({ '/api/auth/user': user })
  expect(client.getQueryData(['/api/auth/user'])).toEqual(user)
  expect(client.getQueryState(['/api/weekends'])?.status).toBe('error')
})

test('hydrates a server-rendered page with its own data, and reports it as old', async () => {
  const renderedWith = {
    isServerRendered: true,
    renderedWith: { now: Date.parse('2026-11-21T01:00:00.000Z'), isPhone: true },
  }
  expect((await openDocument(tippingReplies, '/tipping', renderedWith)).isOld).toBe(false)
  vi.mocked(performance.now).mockReturnValue(60_000)
  expect((await openDocument(tippingReplies, '/tipping', renderedWith)).isOld).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
})

test('uses the data of a cached page however old it is, dated by its arrival', async () => {
  vi.mocked(performance.now).mockReturnValue(60_000)
  const { client, isOld, keys } = await openDocument(tippingReplies, '/tipping', { cachedAt: 5_000 })
  expect([isOld, fetched.mock.calls.length, keys.length]).toEqual([true, 0, 6])
  for (const { state } of client.getQueryCache().getAll()) expect(state.dataUpdatedAt).toBe(5_000)
})

test('keeps the landing page until the user is known, however long that takes', async () => {
  fetched.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    return new Response('', { status: 401 })
  })
  const { client } = await openDocument({}, '/', { isServerRendered: true })
  expect(client.getQueryData(['/api/auth/user'])).toBeNull()
})
