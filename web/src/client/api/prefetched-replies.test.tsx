import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetched = vi.fn(async () => new Response('"asked"'))

/** A document with these replies, and the API client of an app that has just started. */
const openDocument = async (
  replies: Record<string, { status?: number; headers?: Record<string, string>; body?: unknown }>,
) => {
  document.body.innerHTML = ''
  for (const [path, { status = 200, headers = {}, body }] of Object.entries(replies)) {
    const block = document.createElement('script')
    block.type = 'application/json'
    block.dataset.query = JSON.stringify({ path, status, headers })
    block.textContent = body === undefined ? '' : JSON.stringify(body)
    document.body.append(block)
  }
  vi.resetModules()
  const { api } = await import('./api.ts')
  const { clearPrefetched, readPrefetched } = await import('./prefetched-replies.ts')
  readPrefetched()
  return { api, clearPrefetched }
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetched.mockClear()
  document.body.innerHTML = ''
})

test('returns a prefetched reply once and then fetches', async () => {
  const { api } = await openDocument({ '/api/weekends': { body: [{ id: 3 }] } })
  expect(await api.get('/api/weekends')).toEqual([{ id: 3 }])
  expect(fetched).not.toHaveBeenCalled()
  expect(await api.get('/api/weekends')).toBe('asked')
  expect(await api.get('/api/categories')).toBe('asked')
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('keeps the headers of a prefetched reply and the status of a signed-out caller', async () => {
  const { api } = await openDocument({
    '/api/auth/user': { status: 401 },
    '/api/weekends/3/leaderboard?limit=100&offset=0': { headers: { 'x-total-count': '12' }, body: [] },
  })
  expect(await api.getOrNull('/api/auth/user')).toBeNull()
  const reply = await api.reply('/api/weekends/3/leaderboard?limit=100&offset=0')
  expect(reply.headers.get('x-total-count')).toBe('12')
  expect(fetched).not.toHaveBeenCalled()
})

test('fetches when the document is old, after a write, and once frames arrive', async () => {
  const oldDocument = await openDocument({ '/api/weekends': { body: [] } })
  vi.mocked(performance.now).mockReturnValue(60_000)
  expect(await oldDocument.api.get('/api/weekends')).toBe('asked')

  vi.mocked(performance.now).mockReturnValue(1_000)
  const wrote = await openDocument({ '/api/weekends': { body: [] } })
  await wrote.api.post('/api/tips')
  expect(await wrote.api.get('/api/weekends')).toBe('asked')

  const liveDocument = await openDocument({ '/api/weekends': { body: [] } })
  liveDocument.clearPrefetched()
  expect(await liveDocument.api.get('/api/weekends')).toBe('asked')
})
