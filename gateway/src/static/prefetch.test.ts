import { describe, expect, test } from 'vitest'
import { prefetchReplies, type ReadApi } from './prefetch.ts'

/** An API stub that replies to these paths only. */
const answering = (bodies: Record<string, unknown>) => {
  const requests: string[] = []
  const request: ReadApi = async (path) => {
    requests.push(path)
    const body = bodies[path]
    return body === undefined ? undefined : { path, status: 200, headers: {}, body: JSON.stringify(body) }
  }
  return { requests, request }
}
const paths = (replies: readonly { path: string }[]) => replies.map(({ path }) => path).toSorted()

const user = { id: 'ann', preferredWeekendId: null }
const reads = ['/api/weekends', '/api/tips/:weekendId']
/** Timeout for a busy machine. */
const timeoutMs = 30_000

describe('prefetched replies', () => {
  test('prefetches the signed-in user and the current weekend', async () => {
    const { request } = answering({
      '/api/auth/user': user,
      '/api/weekends': [],
      '/api/weekends/current': { id: 3 },
      '/api/tips/3': [],
    })
    expect(paths(await prefetchReplies(request, { reads, isSignedIn: true, timeoutMs }))).toEqual([
      '/api/auth/user',
      '/api/tips/3',
      '/api/weekends',
    ])
  })

  test('prefetches the user’s preferred weekend', async () => {
    const { requests, request } = answering({
      '/api/auth/user': { ...user, preferredWeekendId: 7 },
      '/api/weekends/current': { id: 3 },
      '/api/tips/7': [],
    })
    await prefetchReplies(request, { reads, isSignedIn: true, timeoutMs })
    expect(requests).toContain('/api/tips/7')
    expect(requests).not.toContain('/api/tips/3')
    expect(requests).not.toContain('/api/weekends/current')
  })

  test('prefetches reads of the current season, which it requests once', async () => {
    const { requests, request } = answering({
      '/api/auth/user': { ...user, preferredWeekendId: 7 },
      '/api/seasons/current': { id: 2 },
      '/api/seasons/2/me': {},
      '/api/tips/7': [],
    })
    const reads = ['/api/tips/:weekendId', '/api/seasons/:seasonId/me', '/api/seasons/current']
    expect(paths(await prefetchReplies(request, { reads, isSignedIn: true, timeoutMs }))).toEqual([
      '/api/auth/user',
      '/api/seasons/2/me',
      '/api/seasons/current',
      '/api/tips/7',
    ])
    expect(requests.filter((path) => path === '/api/seasons/current')).toHaveLength(1)
  })

  test('omits reads of a season without a season', async () => {
    const { requests, request } = answering({ '/api/auth/user': user })
    const reads = ['/api/seasons/:seasonId/me']
    expect(paths(await prefetchReplies(request, { reads, isSignedIn: true, timeoutMs }))).toEqual(['/api/auth/user'])
    expect(requests.some((path) => path.endsWith('/me'))).toBe(false)
  })

  test('omits reads of a weekend without a weekend', async () => {
    const { requests, request } = answering({ '/api/auth/user': user, '/api/weekends': [] })
    expect(paths(await prefetchReplies(request, { reads, isSignedIn: true, timeoutMs }))).toEqual([
      '/api/auth/user',
      '/api/weekends',
    ])
    expect(requests.some((path) => path.startsWith('/api/tips'))).toBe(false)
  })

  test('prefetches for a visitor only that no user is signed in', async () => {
    const requests: string[] = []
    const request: ReadApi = async (path) => {
      requests.push(path)
      return { path, status: 401, headers: {}, body: '' }
    }
    expect(await prefetchReplies(request, { reads, isSignedIn: false, timeoutMs })).toMatchObject([
      { path: '/api/auth/user', status: 401 },
    ])
    expect(requests).toEqual(['/api/auth/user'])
  })

  test('omits failed and late replies', async () => {
    const { request } = answering({ '/api/auth/user': user })
    const failing: ReadApi = (path) => {
      if (path === '/api/weekends') return Promise.reject(new Error('The service is away'))
      return path === '/api/cars/1' ? new Promise(() => {}) : request(path)
    }
    const replies = await prefetchReplies(failing, {
      reads: ['/api/weekends', '/api/cars/1'],
      isSignedIn: true,
      timeoutMs: 20,
    })
    expect(paths(replies)).toEqual(['/api/auth/user'])
  })
})
