import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestCaches } from '../../test/create-test-caches.ts'
import { createTestDocument, visitorsDocument } from '../../test/create-test-document.ts'
import { OFFLINE_FILES_CACHE, OFFLINE_PAGES_CACHE } from '../lib/offline-pages.ts'
import type { Scope } from './scope.ts'
import { startWorker } from './start-worker.ts'

const ORIGIN = 'https://app.test'
const CSP = "default-src 'self'"

let storage: ReturnType<typeof createTestCaches>
/** What the network replies; rejects where there is none. */
let network: (path: string) => Response | Promise<Response>
let asked: string[]
let listeners: Map<string, (event: object) => void>

/** A reply as a browser gives it: successful, same-origin, with an address. */
const basic = (
  body: string,
  { status = 200, type = 'basic', contentType = 'text/html; charset=utf-8' } = {},
): Response => {
  const reply = new Response(body, {
    status,
    headers: { 'content-type': contentType, 'content-security-policy': CSP, 'content-encoding': 'br', vary: 'cookie' },
  })
  const typed = (one: Response): Response => {
    Object.defineProperty(one, 'type', { value: type })
    const { clone } = one
    one.clone = () => typed(clone.call(one))
    return one
  }
  return typed(reply)
}

const FILES: Record<string, string> = {
  '/route-manifest.json':
    '[{"pattern":"/","scripts":["assets/page.js","assets/shared.js"],"styles":[],"later":["assets/dialog.js","assets/dialog.css"]},' +
    '{"pattern":"/groups","scripts":["assets/groups.js","assets/shared.js"],"styles":[],"later":["assets/dialog.js"]},' +
    '{"pattern":"/admin","scripts":["assets/office.js"],"styles":[],"later":["assets/office-dialog.js"]}]',
  '/fonts.css': 'src:url(/assets/font.woff2)',
}
const isFile = (path: string): boolean => path in FILES || /^\/(assets\/|scheme\.js|icon|manifest)/.test(path)
const file = (path: string): Response => basic(FILES[path] ?? path, { contentType: 'text/plain' })
const offline = (): never => {
  throw new TypeError('Failed to fetch')
}
/** A network that serves the files and these pages. */
const serving =
  (page: (path: string) => Response | Promise<Response> = (path) => basic(createTestDocument({ path }))) =>
  (path: string) =>
    isFile(path) ? file(path) : page(path)

const start = () => {
  listeners = new Map()
  startWorker({
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  } as unknown as Scope)
}

type Asked = { method?: string; mode?: string; headers?: Record<string, string>; clientId?: string }

/** What the page gets, after all background work; undefined where the worker ignores the request. */
const get = async (path: string, { method = 'GET', mode = 'navigate', headers = {}, clientId = '' }: Asked = {}) => {
  const request = new Request(ORIGIN + path, { method, headers })
  Object.defineProperty(request, 'mode', { value: mode })
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  const event = {
    ...{ request, clientId, resultingClientId: `page of ${path}` },
    waitUntil: (one: Promise<unknown>) => work.push(one),
    respondWith: (reply: Promise<Response>) => {
      answer = reply
    },
  }
  listeners.get('fetch')?.(event)
  const reply = await answer
  const settle = async () => {
    for (let done = 0; done < work.length; done++) await work[done]
  }
  return {
    text: await reply?.text(),
    headers: reply?.headers,
    status: reply?.status,
    settle,
    isOurs: answer !== undefined,
  }
}
const notify = async (data: object): Promise<void> => {
  let work: Promise<unknown> | undefined
  listeners.get('message')?.({ data, waitUntil: (one: Promise<unknown>) => (work = one) })
  await work
}
/** Opens a page that came from the network, and waits until it is cached with all of its files. */
const open = async (path: string) => {
  await (await get(path)).settle()
  await notify({ type: 'keep', address: path })
}
const pages = () => storage.stored(OFFLINE_PAGES_CACHE)

beforeEach(() => {
  storage = createTestCaches()
  asked = []
  network = serving()
  vi.stubGlobal('caches', storage.caches)
  vi.stubGlobal('self', { location: { origin: ORIGIN } })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { pathname, search } = new URL(request instanceof Request ? request.url : request, ORIGIN)
    asked.push(pathname + search)
    return network(pathname + search)
  })
  start()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a page that is opened again', () => {
  test('comes from the network where that answers', async () => {
    await open('/leaderboard')
    network = serving(() => basic('fresh'))
    expect((await get('/leaderboard')).text).toBe('fresh')
  })

  test('comes from the cache without a network, with its policies, its age and its files', async () => {
    await open('/leaderboard')
    network = offline
    const { text, headers, status } = await get('/leaderboard')
    expect([status, headers?.get('content-security-policy')]).toEqual([200, CSP])
    expect([headers?.get('content-encoding'), headers?.get('vary'), headers?.get('x-kept')]).toEqual([null, null, null])
    expect(text).toContain('Saved less than a minute ago')
    expect(text).toContain('<h1>Board</h1>')
    for (const needed of ['/assets/index-one.js', '/assets/index-one.css', '/assets/page.js', '/assets/font.woff2'])
      expect((await get(needed, { mode: 'cors' })).text).toBe(needed)
    expect((await get('/scheme.js', { mode: 'no-cors' })).text).toBe('/scheme.js')
    expect((await get('/icon.svg', { mode: 'no-cors' })).text).toBe('/icon.svg')
    await expect(get('/assets/office.js', { mode: 'cors' })).rejects.toThrow('Failed to fetch')
  })

  test('comes from the cache where the network is slow, whose page is cached when it arrives', async () => {
    await open('/leaderboard')
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const { text, settle } = await get('/leaderboard')
    expect(text).toContain('updating…')
    reply.resolve(basic(createTestDocument({ path: '/leaderboard', rendered: 'newer' })))
    await settle()
    network = offline
    expect((await get('/leaderboard')).text).toContain('newer')
  })

  test('waits for the network where the cached page is incomplete, which is the fallback', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    network = serving((path) => basic(createTestDocument({ path, isBare: true, rendered: 'less' })))
    await open('/leaderboard')
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const opened = get('/leaderboard')
    await vi.advanceTimersByTimeAsync(60_000)
    reply.resolve(basic('fresh'))
    expect((await opened).text).toBe('fresh')
    network = offline
    expect((await get('/leaderboard')).text).toContain('less')
  })

  test('comes from the cache where the server fails, and from the server where that refuses', async () => {
    await open('/leaderboard')
    network = () => basic('down', { status: 503 })
    expect((await get('/leaderboard')).text).toContain('<h1>Board</h1>')
    network = () => basic('too many', { status: 429 })
    expect((await get('/leaderboard')).text).toBe('too many')
  })

  test('is an app shell where only another page is cached', async () => {
    await open('/leaderboard')
    network = offline
    const { text } = await get('/groups')
    expect(text).toContain('<div id="root"></div>')
    expect(text).toContain('data-kept=')
  })

  test('gets the first script that it came with', async () => {
    await open('/leaderboard')
    network = (path) => (path === '/scheme.js' ? basic('newer script') : offline())
    await get('/leaderboard')
    expect((await get('/scheme.js', { mode: 'no-cors', clientId: 'page of /leaderboard' })).text).toBe('/scheme.js')
    expect((await get('/scheme.js', { mode: 'no-cors', clientId: 'another page' })).text).toBe('newer script')
  })

  test('fails as without a worker where nothing is cached', async () => {
    network = offline
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
  })

  test('comes from the network where the browser’s storage fails', async () => {
    vi.stubGlobal('caches', {
      open: () => Promise.reject(new Error('broken')),
      delete: () => Promise.reject(new Error('broken')),
    })
    const { text, settle } = await get('/leaderboard')
    expect(text).toContain('<h1>Board</h1>')
    await settle()
    expect((await get('/assets/index-one.js', { mode: 'cors' })).text).toBe('/assets/index-one.js')
  })

  test('is not older than three days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await open('/leaderboard')
    network = offline
    vi.setSystemTime(Date.now() + 3 * 86_400_000)
    expect((await get('/leaderboard')).text).toContain('Saved 3 days ago')
    vi.setSystemTime(Date.now() + 1)
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
    await expect(get('/groups')).rejects.toThrow('Failed to fetch')
  })

  test('of a fan with a spoiler delay is older than the longest delay', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    network = serving((path) => basic(createTestDocument({ path, delay: 5 })))
    await open('/leaderboard')
    network = offline
    vi.setSystemTime(Date.now() + 120_000)
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
    vi.setSystemTime(Date.now() + 10_000)
    expect((await get('/leaderboard')).text).toContain('Saved 2 minutes ago')
  })
})

describe('the page cache', () => {
  test.each([
    ['an error', () => basic(createTestDocument(), { status: 500 })],
    ['a redirect', () => basic('', { status: 200, type: 'opaqueredirect' })],
    ['a partial reply', () => basic(createTestDocument(), { status: 206 })],
    ['a reply other than a page', () => basic(createTestDocument(), { contentType: 'application/json' })],
    ['a page without a user', () => basic('<!doctype html><p>Hello</p>')],
    ['a visitor’s page', () => basic(visitorsDocument())],
  ])('does not store %s', async (_what, reply) => {
    network = serving(reply)
    await open('/')
    expect(pages()).toEqual([])
  })

  test('stores a page only with its files', async () => {
    network = (path) =>
      path.endsWith('.css') && path !== '/fonts.css' ? basic('gone', { status: 404 }) : serving()(path)
    await open('/')
    expect(pages()).toEqual([])
  })

  test('stores with it the files of other fans’ pages and their dialogs, each fetched once', async () => {
    await open('/leaderboard')
    const kept = storage.stored(OFFLINE_FILES_CACHE)
    expect(kept).toEqual(expect.arrayContaining(['/assets/page.js', '/assets/dialog.js', '/assets/dialog.css']))
    expect(kept.filter((path) => path.includes('office'))).toEqual([])
    for (const shared of ['/assets/shared.js', '/assets/dialog.js'])
      expect(asked.filter((path) => path === shared)).toEqual([shared])
    network = offline
    expect((await get('/assets/dialog.js', { mode: 'cors' })).text).toBe('/assets/dialog.js')
  })

  test('stores nothing on a full disk, while the page still loads', async () => {
    storage.disk.isFull = true
    const { text, settle } = await get('/')
    await settle()
    expect(text).toContain('<h1>Board</h1>')
    expect((await get('/assets/later.js', { mode: 'cors' })).text).toBe('/assets/later.js')
    expect(pages()).toEqual([])
  })

  test('stores pages of one person, theme, delay and build', async () => {
    for (const other of [{ id: 'bob' }, { mode: 'light' }, { delay: 30 }, { build: 'two' }]) {
      network = serving()
      await open('/leaderboard')
      await open('/groups')
      network = serving((path) => basic(createTestDocument({ path, ...other })))
      await open('/')
      expect(pages(), JSON.stringify(other)).toEqual(['/'])
    }
  })

  test('evicts pages and files of an earlier build', async () => {
    await open('/')
    network = serving((path) => basic(createTestDocument({ path, build: 'two' })))
    await open('/')
    expect(storage.stored(OFFLINE_FILES_CACHE)).toContain('/assets/index-two.js')
    expect(storage.stored(OFFLINE_FILES_CACHE)).not.toContain('/assets/index-one.js')
  })

  test('keeps the latest build complete while files of an earlier one still arrive', async () => {
    const late = Promise.withResolvers<Response>()
    network = (path) => (path === '/assets/page.js' ? late.promise : serving()(path))
    await (await get('/')).settle()
    const filled = notify({ type: 'keep', address: '/' })
    await vi.waitFor(() => expect(asked).toContain('/assets/page.js'))
    network = serving((path) => basic(createTestDocument({ path, build: 'two' })))
    await open('/')
    late.resolve(file('/assets/page.js'))
    await filled
    expect(storage.stored(OFFLINE_FILES_CACHE)).toContain('/assets/index-two.js')
    network = offline
    expect((await get('/')).text).toContain('/assets/index-two.js')
    expect((await get('/assets/index-two.js', { mode: 'cors' })).text).toBe('/assets/index-two.js')
  })

  test('keeps a complete page where an overloaded server sends less', async () => {
    await open('/')
    network = serving((path) => basic(createTestDocument({ path, isBare: true, rendered: 'less' })))
    await open('/')
    network = offline
    expect((await get('/')).text).toContain('<h1>Board</h1>')
  })

  test('stores at most sixteen pages and evicts the oldest first', async () => {
    for (let count = 0; count < 20; count++) await open(`/leaderboard?tab=${count}`)
    expect(pages()).toHaveLength(16)
    expect(pages()[0]).toBe('/leaderboard?tab=4')
  })

  test('stores a page opened before the worker or by a client-side link, once in ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keep = (address: string) => notify({ type: 'keep', address })
    await keep('/leaderboard?tab=engagement')
    await keep('/groups')
    expect(pages()).toEqual(['/leaderboard?tab=engagement', '/groups'])
    const before = asked.length
    vi.setSystemTime(Date.now() + 600_000)
    await keep('/groups')
    await keep('/admin')
    await keep('/groups?token=3f9a')
    expect(asked).toHaveLength(before)
    vi.setSystemTime(Date.now() + 1)
    network = serving((path) => basic(createTestDocument({ path, rendered: 'newer' })))
    await keep('/groups')
    network = offline
    expect((await get('/groups')).text).toContain('newer')
  })

  test('stores files of other pages once a page is idle, fetching each once', async () => {
    await (await get('/leaderboard')).settle()
    const needed = ['/scheme.js', '/assets/index-one.js', '/assets/index-one.css']
    expect(storage.stored(OFFLINE_FILES_CACHE)).toEqual(needed)
    expect(asked).toEqual(['/leaderboard', ...needed])
    await notify({ type: 'keep', address: '/leaderboard' })
    expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([
      ...needed.slice(1),
      ...['/assets/page.js', '/assets/shared.js', '/assets/dialog.js', '/assets/dialog.css', '/assets/groups.js'],
      '/assets/font.woff2',
    ])
    const before = asked.length
    await notify({ type: 'keep', address: '/leaderboard' })
    expect(asked).toHaveLength(before)
  })
})

describe('the page cache is cleared', () => {
  test.each([
    ['/api/logout', {}],
    ['/api/login', {}],
    ['/api/login?returnTo=%2F', {}],
    ['/api/auth/oidc/callback?code=1', {}],
    ['/api/auth/login', { method: 'POST' }],
    ['/api/auth/logout-everywhere', { method: 'POST', mode: 'cors' }],
    ['/api/profile', { method: 'DELETE', mode: 'cors' }],
  ])('by %s', async (path, how) => {
    await open('/')
    const { isOurs, settle } = await get(path, how)
    await settle()
    expect([isOurs, pages()]).toEqual([false, []])
    network = offline
    await expect(get('/')).rejects.toThrow('Failed to fetch')
  })

  test('when the app requests it, and by a page without a signed-in user', async () => {
    await open('/leaderboard')
    await notify({ type: 'forget' })
    expect(pages()).toEqual([])
    await open('/leaderboard')
    network = serving(() => basic(visitorsDocument()))
    await open('/')
    expect(pages()).toEqual([])
  })

  test('including what is being stored at that moment', async () => {
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const opened = get('/')
    await (await get('/api/logout')).settle()
    reply.resolve(basic(createTestDocument()))
    await (await opened).settle()
    expect(pages()).toEqual([])
  })

  test('and serves nothing from then on, however slow the disk is', async () => {
    await open('/')
    const disk = Promise.withResolvers<void>()
    const { delete: remove } = storage.caches
    storage.caches.delete = async (name) => {
      await disk.promise
      return remove(name)
    }
    await get('/api/logout')
    network = offline
    const shown = [get('/'), get('/groups')].map((page) => page.then(({ text }) => text).catch(() => 'nothing'))
    await new Promise((resolve) => setTimeout(resolve))
    disk.resolve()
    expect(await Promise.all(shown)).toEqual(['nothing', 'nothing'])
  })

  test('but not by other requests to the API', async () => {
    await open('/')
    await get('/api/auth/user', { mode: 'cors' })
    await get('/api/tips', { method: 'POST', mode: 'cors' })
    await get('/api/profile', { method: 'PATCH', mode: 'cors' })
    expect(pages()).toEqual(['/'])
  })
})

test.each([
  ['a read of the API', '/api/weekends', { mode: 'cors' }],
  ['a write', '/api/tips', { method: 'POST', mode: 'cors' }],
  ['the documents of the API', '/api/docs', {}],
  ['a download', '/api/open/weekends/1/leaderboard.csv', {}],
  ['race control', '/admin', {}],
  ['an invite link', '/groups/join/3f9a', {}],
  ['an address with a token', '/?token=3f9a', {}],
  ['a page at an address that looks like a file’s', '/assets/later', { mode: 'no-cors' }],
  ['a part of a file', '/assets/index-one.js', { mode: 'cors', headers: { range: 'bytes=0-9' } }],
  ['a POST of a page', '/leaderboard', { method: 'POST' }],
  ['the worker itself', '/sw.js', { mode: 'same-origin' }],
])('ignores %s as if there were no worker', async (_what, path, how) => {
  await open('/')
  const before = asked.length
  expect((await get(path, how)).isOurs).toBe(false)
  expect(asked).toHaveLength(before)
})

test('deletes caches in the format of an earlier worker when it starts', async () => {
  storage.put('purple-sector-pages-0', '/')
  storage.put('somebody-elses', '/')
  await open('/')
  let work: Promise<unknown> | undefined
  listeners.get('activate')?.({ waitUntil: (one: Promise<unknown>) => (work = one) })
  await work
  expect(await storage.caches.keys()).toEqual(['somebody-elses', OFFLINE_FILES_CACHE, OFFLINE_PAGES_CACHE])
})

test('routes reads of the API past the worker where the browser supports that, and works where it refuses', async () => {
  const work: Promise<unknown>[] = []
  const addRoutes = vi.fn(() => Promise.reject(new TypeError('unknown condition')))
  listeners.get('install')?.({ waitUntil: (one: Promise<unknown>) => work.push(one), addRoutes })
  await Promise.all(work)
  expect(addRoutes).toHaveBeenCalledOnce()
})
