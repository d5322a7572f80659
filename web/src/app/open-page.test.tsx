import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from './routes.ts'

const fetched = vi.fn(async () => new Response('[]'))
const ask = vi.fn()

const table: Page[] = [
  {
    pattern: '/tipping',
    audience: 'fan',
    Component: () => null,
    preload: async () => {
      const { productRacesQuery } = await import('../features/weekends/weekend-queries.ts')
      return {
        loader: (client, weekendId) => {
          ask(weekendId)
          return [client.prefetchQuery(productRacesQuery(weekendId))]
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

/** All that the tipping page begins with. */
const tippingReplies = {
  '/api/auth/user': user,
  '/api/weekends': [weekend],
  '/api/categories': [],
  '/api/weekends/3/races': [],
  '/api/weekends/3/my-stats': {},
  '/api/weekends/3/purple-sector-races': [],
}

/** Opens the page of a document that brought these replies, in an app that has just started. */
const open = async (
  replies: Record<string, unknown>,
  pathname = '/tipping',
  came: { isServerRendered?: boolean; drawn?: { now: number; isPhone: boolean }; cachedAt?: number } = {},
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
  const { createQueryClient } = await import('../lib/query-client.ts')
  const client = createQueryClient()
  const { isOld } = await openPage(client, table, pathname, came)
  const known = () => client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  return { client, isOld, keys: known().map(({ queryKey }) => queryKey.join('/')) }
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetched.mockClear()
  ask.mockClear()
  document.body.innerHTML = ''
})

test('what the document brought is known before anything is drawn, of the weekend that is shown', async () => {
  const { keys } = await open(tippingReplies)
  expect(ask).toHaveBeenCalledWith(3)
  expect(fetched).not.toHaveBeenCalled()
  expect(keys).toEqual(
    expect.arrayContaining(['/api/auth/user', '/api/weekends', '/api/categories', '/api/weekends/3/races']),
  )
})

test('a visitor is known to be one, and nothing is asked', async () => {
  const { client } = await open({ '/api/auth/user': null })
  expect(client.getQueryData(['/api/auth/user'])).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('where the document brought nothing the app asks as it is drawn', async () => {
  const { keys } = await open({})
  expect(keys).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
})

test('what does not come is not waited for', async () => {
  fetched.mockImplementation(() => new Promise(() => {}))
  const { client } = await open({ '/api/auth/user': user, '/api/weekends': [weekend] })
  expect(client.getQueryData(['/api/auth/user'])).toEqual(user)
})

test('what fails is told where it is shown', async () => {
  fetched.mockImplementation(async () => new Response('{"code":"UNAVAILABLE"}', { status: 503 }))
  const { client } = await open({ '/api/auth/user': user })
  expect(client.getQueryData(['/api/auth/user'])).toEqual(user)
  expect(client.getQueryState(['/api/weekends'])?.status).toBe('error')
})

test('a page that came drawn is taken over with what it was drawn with, which is asked for again where that is old', async () => {
  const drawn = { isServerRendered: true, drawn: { now: Date.parse('2026-11-21T01:00:00.000Z'), isPhone: true } }
  expect((await open(tippingReplies, '/tipping', drawn)).isOld).toBe(false)
  vi.mocked(performance.now).mockReturnValue(60_000)
  expect((await open(tippingReplies, '/tipping', drawn)).isOld).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
})

test('what a kept page brings is taken however old it is, and dated by when it came', async () => {
  vi.mocked(performance.now).mockReturnValue(60_000)
  const { client, isOld, keys } = await open(tippingReplies, '/tipping', { cachedAt: 5_000 })
  expect([isOld, fetched.mock.calls.length, keys.length]).toEqual([true, 0, 6])
  for (const { state } of client.getQueryCache().getAll()) expect(state.dataUpdatedAt).toBe(5_000)
})

test('the landing page stays until it is known who looks at it, however long that takes', async () => {
  fetched.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    return new Response('', { status: 401 })
  })
  const { client } = await open({}, '/', { isServerRendered: true })
  expect(client.getQueryData(['/api/auth/user'])).toBeNull()
})
