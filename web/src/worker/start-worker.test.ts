import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestCaches } from '../../test/create-test-caches.ts'
import { createTestDocument, visitorsDocument, withHeader } from '../../test/create-test-document.ts'
import { OFFLINE_FILES_CACHE, OFFLINE_PAGES_CACHE } from '../client/browser/offline-pages.ts'
import type { Scope } from './scope.ts'
import { startWorker } from './start-worker.ts'

const ORIGIN = 'https://app.test'
const CSP = "default-src 'self'"

let storage: ReturnType<typeof createTestCaches>
/** The network's reply; rejects without a network. */
let network: (path: string) => Response | Promise<Response>
let requests: string[]
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
  const typed = (response: Response): Response => {
    Object.defineProperty(response, 'type', { value: type })
    const { clone } = response
    response.clone = () => typed(clone.call(response))
    return response
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

/** Sends a request and returns its reply, after all background work; undefined if the worker ignores it. */
const get = async (path: string, { method = 'GET', mode = 'navigate', headers = {}, clientId = '' }: Asked = {}) => {
  const request = new Request(ORIGIN + path, { method, headers })
  Object.defineProperty(request, 'mode', { value: mode })
  const work: Promise<unknown>[] = []
  let response: Promise<Response> | undefined
  const event = {
    ...{ request, clientId, resultingClientId: `page of ${path}` },
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    respondWith: (reply: Promise<Response>) => {
      response = reply
    },
  }
  listeners.get('fetch')?.(event)
  const reply = await response
  const settle = async () => {
    for (let index = 0; index < work.length; index++) await work[index]
  }
  return {
    text: await reply?.text(),
    headers: reply?.headers,
    status: reply?.status,
    settle,
    isOurs: response !== undefined,
  }
}
const notify = async (data: object): Promise<void> => {
  let work: Promise<unknown> | undefined
  listeners.get('message')?.({ data, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}
/** Opens a page that came from the network, and waits until it is cached with all of its files. */
const openAndCache = async (path: string) => {
  await (await get(path)).settle()
  await notify({ type: 'keep', address: path })
}
const pages = () => storage.stored(OFFLINE_PAGES_CACHE)

beforeEach(() => {
  storage = createTestCaches()
  requests = []
  network = serving()
  vi.stubGlobal('caches', storage.caches)
  vi.stubGlobal('self', { location: { origin: ORIGIN } })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { pathname, search } = new URL(request instanceof Request ? request.url : request, ORIGIN)
    requests.push(pathname + search)
    return network(pathname + search)
  })
  start()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('startWorker on a page that is opened again', () => {
  test('serves a page from the network when that answers', async () => {
    await openAndCache('/leaderboard')
    network = serving(() => basic('fresh'))
    expect((await get('/leaderboard')).text).toBe('fresh')
  })

  test('serves a page from the cache without a network, with its policies, its age and its files', async () => {
    await openAndCache('/leaderboard')
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

  test('serves a page from the cache when the network is slow, and caches the network’s page when it arrives', async () => {
    await openAndCache('/leaderboard')
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const { text, settle } = await get('/leaderboard')
    expect(text).toContain('updating…')
    reply.resolve(basic(createTestDocument({ path: '/leaderboard', rendered: 'newer' })))
    await settle()
    network = offline
    expect((await get('/leaderboard')).text).toContain('newer')
  })

  test('waits for the network when the cached page is incomplete, and falls back to it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    network = serving((path) => basic(createTestDocument({ path, isBare: true, rendered: 'less' })))
    await openAndCache('/leaderboard')
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const opening = get('/leaderboard')
    await vi.advanceTimersByTimeAsync(60_000)
    reply.resolve(basic('fresh'))
    expect((await opening).text).toBe('fresh')
    network = offline
    expect((await get('/leaderboard')).text).toContain('less')
  })

  test('serves a page from the cache when the server fails, but not when the server rejects the request', async () => {
    await openAndCache('/leaderboard')
    network = () => basic('down', { status: 503 })
    expect((await get('/leaderboard')).text).toContain('<h1>Board</h1>')
    network = () => basic('too many', { status: 429 })
    expect((await get('/leaderboard')).text).toBe('too many')
  })

  test('serves an app shell when only another page is cached', async () => {
    await openAndCache('/leaderboard')
    network = offline
    const { text } = await get('/groups')
    expect(text).toContain('<div id="root"></div>')
    expect(text).toContain('data-kept=')
  })

  test('serves a cached page’s own first script', async () => {
    await openAndCache('/leaderboard')
    network = (path) => (path === '/scheme.js' ? basic('newer script') : offline())
    await get('/leaderboard')
    expect((await get('/scheme.js', { mode: 'no-cors', clientId: 'page of /leaderboard' })).text).toBe('/scheme.js')
    expect((await get('/scheme.js', { mode: 'no-cors', clientId: 'another page' })).text).toBe('newer script')
  })

  test('fails as without a worker when no page is cached', async () => {
    network = offline
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
  })

  test('serves a page from the network when the browser’s storage fails', async () => {
    vi.stubGlobal('caches', {
      open: () => Promise.reject(new Error('broken')),
      delete: () => Promise.reject(new Error('broken')),
    })
    const { text, settle } = await get('/leaderboard')
    expect(text).toContain('<h1>Board</h1>')
    await settle()
    expect((await get('/assets/index-one.js', { mode: 'cors' })).text).toBe('/assets/index-one.js')
  })

  test('serves no cached page that is older than three days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await openAndCache('/leaderboard')
    network = offline
    vi.setSystemTime(Date.now() + 3 * 86_400_000)
    expect((await get('/leaderboard')).text).toContain('Saved 3 days ago')
    vi.setSystemTime(Date.now() + 1)
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
    await expect(get('/groups')).rejects.toThrow('Failed to fetch')
  })

  test('serves a fan with a spoiler delay only cached pages older than the longest delay', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    network = serving((path) => basic(createTestDocument({ path, delay: 5 })))
    await openAndCache('/leaderboard')
    network = offline
    vi.setSystemTime(Date.now() + 120_000)
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
    vi.setSystemTime(Date.now() + 10_000)
    expect((await get('/leaderboard')).text).toContain('Saved 2 minutes ago')
  })
})

describe('startWorker caching pages', () => {
  test.each([
    ['an error', () => basic(createTestDocument(), { status: 500 })],
    ['a redirect', () => basic('', { status: 200, type: 'opaqueredirect' })],
    ['a partial reply', () => basic(createTestDocument(), { status: 206 })],
    ['a reply other than a page', () => basic(createTestDocument(), { contentType: 'application/json' })],
    ['a page without a user', () => basic('<!doctype html><p>Hello</p>')],
    ['a page of the format before headers', () => basic(createTestDocument().replace('id="page-header"', ''))],
    ['a page of another format', () => basic(withHeader(createTestDocument(), { version: 1 }))],
    ['a visitor’s page', () => basic(visitorsDocument())],
  ])('does not cache %s', async (_what, reply) => {
    network = serving(reply)
    await openAndCache('/')
    expect(pages()).toEqual([])
  })

  test('stores a page only with its files', async () => {
    network = (path) =>
      path.endsWith('.css') && path !== '/fonts.css' ? basic('gone', { status: 404 }) : serving()(path)
    await openAndCache('/')
    expect(pages()).toEqual([])
  })

  test('stores the files of other fans’ pages and their dialogs with a page, each fetched once', async () => {
    await openAndCache('/leaderboard')
    const stored = storage.stored(OFFLINE_FILES_CACHE)
    expect(stored).toEqual(expect.arrayContaining(['/assets/page.js', '/assets/dialog.js', '/assets/dialog.css']))
    expect(stored.filter((path) => path.includes('office'))).toEqual([])
    for (const file of ['/assets/shared.js', '/assets/dialog.js'])
      expect(requests.filter((path) => path === file)).toEqual([file])
    network = offline
    expect((await get('/assets/dialog.js', { mode: 'cors' })).text).toBe('/assets/dialog.js')
  })

  test('stores no page on a full disk, while the page still loads', async () => {
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
      await openAndCache('/leaderboard')
      await openAndCache('/groups')
      network = serving((path) => basic(createTestDocument({ path, ...other })))
      await openAndCache('/')
      expect(pages(), JSON.stringify(other)).toEqual(['/'])
    }
  })

  test('evicts pages and files of an earlier build', async () => {
    await openAndCache('/')
    network = serving((path) => basic(createTestDocument({ path, build: 'two' })))
    await openAndCache('/')
    expect(storage.stored(OFFLINE_FILES_CACHE)).toContain('/assets/index-two.js')
    expect(storage.stored(OFFLINE_FILES_CACHE)).not.toContain('/assets/index-one.js')
  })

  test('keeps the latest build complete while files of an earlier one still arrive', async () => {
    const lateReply = Promise.withResolvers<Response>()
    network = (path) => (path === '/assets/page.js' ? lateReply.promise : serving()(path))
    await (await get('/')).settle()
    const filled = notify({ type: 'keep', address: '/' })
    await vi.waitFor(() => expect(requests).toContain('/assets/page.js'))
    network = serving((path) => basic(createTestDocument({ path, build: 'two' })))
    await openAndCache('/')
    lateReply.resolve(file('/assets/page.js'))
    await filled
    expect(storage.stored(OFFLINE_FILES_CACHE)).toContain('/assets/index-two.js')
    network = offline
    expect((await get('/')).text).toContain('/assets/index-two.js')
    expect((await get('/assets/index-two.js', { mode: 'cors' })).text).toBe('/assets/index-two.js')
  })

  test('keeps a complete page when an overloaded server sends an incomplete one', async () => {
    await openAndCache('/')
    network = serving((path) => basic(createTestDocument({ path, isBare: true, rendered: 'less' })))
    await openAndCache('/')
    network = offline
    expect((await get('/')).text).toContain('<h1>Board</h1>')
  })

  test('stores at most sixteen pages and evicts the oldest first', async () => {
    for (let count = 0; count < 20; count++) await openAndCache(`/leaderboard?tab=${count}`)
    expect(pages()).toHaveLength(16)
    expect(pages()[0]).toBe('/leaderboard?tab=4')
  })

  test('stores a page opened before the worker or by a client-side link, once in ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keep = (address: string) => notify({ type: 'keep', address })
    await keep('/leaderboard?tab=engagement')
    await keep('/groups')
    expect(pages()).toEqual(['/leaderboard?tab=engagement', '/groups'])
    const requestsBefore = requests.length
    vi.setSystemTime(Date.now() + 600_000)
    await keep('/groups')
    await keep('/admin')
    await keep('/groups?token=3f9a')
    expect(requests).toHaveLength(requestsBefore)
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
    expect(requests).toEqual(['/leaderboard', ...needed])
    await notify({ type: 'keep', address: '/leaderboard' })
    expect(requests.filter((path) => path.startsWith('/assets/'))).toEqual([
      ...needed.slice(1),
      ...['/assets/page.js', '/assets/shared.js', '/assets/dialog.js', '/assets/dialog.css', '/assets/groups.js'],
      '/assets/font.woff2',
    ])
    const requestsBefore = requests.length
    await notify({ type: 'keep', address: '/leaderboard' })
    expect(requests).toHaveLength(requestsBefore)
  })
})

describe('startWorker clears the page cache', () => {
  test.each([
    ['/api/logout', {}],
    ['/api/login', {}],
    ['/api/login?returnTo=%2F', {}],
    ['/api/auth/oidc/callback?code=1', {}],
    ['/api/auth/login', { method: 'POST' }],
    ['/api/auth/logout-everywhere', { method: 'POST', mode: 'cors' }],
    ['/api/profile', { method: 'DELETE', mode: 'cors' }],
  ])('clears the page cache on %s', async (path, how) => {
    await openAndCache('/')
    const { isOurs, settle } = await get(path, how)
    await settle()
    expect([isOurs, pages()]).toEqual([false, []])
    network = offline
    await expect(get('/')).rejects.toThrow('Failed to fetch')
  })

  test('clears the page cache when the app requests it, and on a page without a signed-in user', async () => {
    await openAndCache('/leaderboard')
    await notify({ type: 'forget' })
    expect(pages()).toEqual([])
    await openAndCache('/leaderboard')
    network = serving(() => basic(visitorsDocument()))
    await openAndCache('/')
    expect(pages()).toEqual([])
  })

  test('clears pages that are being stored at that moment', async () => {
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const opening = get('/')
    await (await get('/api/logout')).settle()
    reply.resolve(basic(createTestDocument()))
    await (await opening).settle()
    expect(pages()).toEqual([])
  })

  test('serves no cached page after a clear, however slow the disk is', async () => {
    await openAndCache('/')
    const disk = Promise.withResolvers<void>()
    const { delete: remove } = storage.caches
    storage.caches.delete = async (name) => {
      await disk.promise
      return remove(name)
    }
    await get('/api/logout')
    network = offline
    const texts = [get('/'), get('/groups')].map((page) => page.then(({ text }) => text).catch(() => 'nothing'))
    await new Promise((resolve) => setTimeout(resolve))
    disk.resolve()
    expect(await Promise.all(texts)).toEqual(['nothing', 'nothing'])
  })

  test('keeps the page cache on other requests to the API', async () => {
    await openAndCache('/')
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
  await openAndCache('/')
  const requestsBefore = requests.length
  expect((await get(path, how)).isOurs).toBe(false)
  expect(requests).toHaveLength(requestsBefore)
})

test('never serves a page of an earlier format to any user', async () => {
  const address = `${ORIGIN}/leaderboard`
  const metadata = { userId: 'ann', choices: '', hasDelay: false, build: 'one', isComplete: true, at: Date.now() }
  const headers = { 'x-kept': encodeURIComponent(JSON.stringify(metadata)) }
  const before = createTestDocument({ rendered: 'Of Ann' }).replace('id="page-header"', '')
  // The cache of the worker before, until this one has started, and a document that got into its successor.
  for (const name of ['purple-sector-pages-1', OFFLINE_PAGES_CACHE])
    await (await storage.caches.open(name)).put(address, new Response(before, { headers }))
  network = offline
  await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
  await expect(get('/groups')).rejects.toThrow('Failed to fetch')
})

test('deletes caches in the format of an earlier worker when it starts', async () => {
  storage.put('purple-sector-pages-0', '/')
  storage.put('somebody-elses', '/')
  await openAndCache('/')
  let work: Promise<unknown> | undefined
  listeners.get('activate')?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
  expect(await storage.caches.keys()).toEqual(['somebody-elses', OFFLINE_FILES_CACHE, OFFLINE_PAGES_CACHE])
})

test('routes reads of the API past the worker if the browser supports that, and works if it does not', async () => {
  const work: Promise<unknown>[] = []
  const addRoutes = vi.fn(() => Promise.reject(new TypeError('unknown condition')))
  listeners.get('install')?.({ waitUntil: (promise: Promise<unknown>) => work.push(promise), addRoutes })
  await Promise.all(work)
  expect(addRoutes).toHaveBeenCalledOnce()
})
