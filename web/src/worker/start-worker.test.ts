import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestCaches } from '../../test/create-test-caches.ts'
import { createTestDocument, visitorsDocument } from '../../test/create-test-document.ts'
import { OFFLINE_FILES_CACHE, OFFLINE_PAGES_CACHE } from '../lib/offline-pages.ts'
import type { Scope } from './scope.ts'
import { startWorker } from './start-worker.ts'

const ORIGIN = 'https://app.test'
const CSP = "default-src 'self'"

let storage: ReturnType<typeof createTestCaches>
/** What the network answers; rejects where there is none. */
let network: (path: string) => Response | Promise<Response>
let asked: string[]
let listeners: Map<string, (event: object) => void>

/** As a browser has it: sound, of our own origin, and of an address. */
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
/** A network that knows the files, and these pages. */
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

/** What the page gets; undefined where it is none of the worker's business. Everything that it goes on with is done. */
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
const tell = async (data: object): Promise<void> => {
  let work: Promise<unknown> | undefined
  listeners.get('message')?.({ data, waitUntil: (one: Promise<unknown>) => (work = one) })
  await work
}
/** A page that came from the network, and is kept by now with all files, since it had time. */
const open = async (path: string) => {
  await (await get(path)).settle()
  await tell({ type: 'keep', address: path })
}
const pages = () => storage.kept(OFFLINE_PAGES_CACHE)

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
  test('is the network’s where that answers', async () => {
    await open('/leaderboard')
    network = serving(() => basic('fresh'))
    expect((await get('/leaderboard')).text).toBe('fresh')
  })

  test('is the kept one without a network, with its policies and its age, and with the files it needs', async () => {
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

  test('is the kept one where the network takes its time, which is kept as soon as it comes', async () => {
    await open('/leaderboard')
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const { text, settle } = await get('/leaderboard')
    expect(text).toContain('updating…')
    reply.resolve(basic(createTestDocument({ path: '/leaderboard', picture: 'newer' })))
    await settle()
    network = offline
    expect((await get('/leaderboard')).text).toContain('newer')
  })

  test('is waited for where what is kept lacks something, which is shown where the network fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    network = serving((path) => basic(createTestDocument({ path, isBare: true, picture: 'less' })))
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

  test('is the kept one where the server fails, and the server’s word where it refuses', async () => {
    await open('/leaderboard')
    network = () => basic('down', { status: 503 })
    expect((await get('/leaderboard')).text).toContain('<h1>Board</h1>')
    network = () => basic('too many', { status: 429 })
    expect((await get('/leaderboard')).text).toBe('too many')
  })

  test('is one of which nothing is drawn where another page alone was kept', async () => {
    await open('/leaderboard')
    network = offline
    const { text } = await get('/groups')
    expect(text).toContain('<div id="root"></div>')
    expect(text).toContain('data-kept=')
  })

  test('comes with the first script that it came with', async () => {
    await open('/leaderboard')
    network = (path) => (path === '/scheme.js' ? basic('newer script') : offline())
    await get('/leaderboard')
    expect((await get('/scheme.js', { mode: 'no-cors', clientId: 'page of /leaderboard' })).text).toBe('/scheme.js')
    expect((await get('/scheme.js', { mode: 'no-cors', clientId: 'another page' })).text).toBe('newer script')
  })

  test('fails as it would without a worker where nothing is kept', async () => {
    network = offline
    await expect(get('/leaderboard')).rejects.toThrow('Failed to fetch')
  })

  test('is the network’s where the browser’s storage fails', async () => {
    vi.stubGlobal('caches', {
      open: () => Promise.reject(new Error('broken')),
      delete: () => Promise.reject(new Error('broken')),
    })
    const { text, settle } = await get('/leaderboard')
    expect(text).toContain('<h1>Board</h1>')
    await settle()
    expect((await get('/assets/index-one.js', { mode: 'cors' })).text).toBe('/assets/index-one.js')
  })

  test('is not three days old', async () => {
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

describe('what is kept', () => {
  test.each([
    ['an error', () => basic(createTestDocument(), { status: 500 })],
    ['a redirect', () => basic('', { status: 200, type: 'opaqueredirect' })],
    ['a part', () => basic(createTestDocument(), { status: 206 })],
    ['what is no page', () => basic(createTestDocument(), { contentType: 'application/json' })],
    ['a page without a user', () => basic('<!doctype html><p>Hello</p>')],
    ['a visitor’s page', () => basic(visitorsDocument())],
  ])('is not %s', async (_what, reply) => {
    network = serving(reply)
    await open('/')
    expect(pages()).toEqual([])
  })

  test('is a page only with its files', async () => {
    network = (path) =>
      path.endsWith('.css') && path !== '/fonts.css' ? basic('gone', { status: 404 }) : serving()(path)
    await open('/')
    expect(pages()).toEqual([])
  })

  test('is with it what other pages of fans need, and what is opened on them, each fetched once', async () => {
    await open('/leaderboard')
    const kept = storage.kept(OFFLINE_FILES_CACHE)
    expect(kept).toEqual(expect.arrayContaining(['/assets/page.js', '/assets/dialog.js', '/assets/dialog.css']))
    expect(kept.filter((path) => path.includes('office'))).toEqual([])
    for (const shared of ['/assets/shared.js', '/assets/dialog.js'])
      expect(asked.filter((path) => path === shared)).toEqual([shared])
    network = offline
    expect((await get('/assets/dialog.js', { mode: 'cors' })).text).toBe('/assets/dialog.js')
  })

  test('is nothing where the disk is full, and the page comes all the same', async () => {
    storage.disk.isFull = true
    const { text, settle } = await get('/')
    await settle()
    expect(text).toContain('<h1>Board</h1>')
    expect((await get('/assets/later.js', { mode: 'cors' })).text).toBe('/assets/later.js')
    expect(pages()).toEqual([])
  })

  test('is of one person, theme, delay and build', async () => {
    for (const other of [{ id: 'bob' }, { mode: 'light' }, { delay: 30 }, { build: 'two' }]) {
      network = serving()
      await open('/leaderboard')
      await open('/groups')
      network = serving((path) => basic(createTestDocument({ path, ...other })))
      await open('/')
      expect(pages(), JSON.stringify(other)).toEqual(['/'])
    }
  })

  test('of a build before goes with it, files too', async () => {
    await open('/')
    network = serving((path) => basic(createTestDocument({ path, build: 'two' })))
    await open('/')
    expect(storage.kept(OFFLINE_FILES_CACHE)).toContain('/assets/index-two.js')
    expect(storage.kept(OFFLINE_FILES_CACHE)).not.toContain('/assets/index-one.js')
  })

  test('of the build that came last stays whole, though files of one before are still on their way', async () => {
    const late = Promise.withResolvers<Response>()
    network = (path) => (path === '/assets/page.js' ? late.promise : serving()(path))
    await (await get('/')).settle()
    const filled = tell({ type: 'keep', address: '/' })
    await vi.waitFor(() => expect(asked).toContain('/assets/page.js'))
    network = serving((path) => basic(createTestDocument({ path, build: 'two' })))
    await open('/')
    late.resolve(file('/assets/page.js'))
    await filled
    expect(storage.kept(OFFLINE_FILES_CACHE)).toContain('/assets/index-two.js')
    network = offline
    expect((await get('/')).text).toContain('/assets/index-two.js')
    expect((await get('/assets/index-two.js', { mode: 'cors' })).text).toBe('/assets/index-two.js')
  })

  test('stays whole where a rush brings less', async () => {
    await open('/')
    network = serving((path) => basic(createTestDocument({ path, isBare: true, picture: 'less' })))
    await open('/')
    network = offline
    expect((await get('/')).text).toContain('<h1>Board</h1>')
  })

  test('are sixteen pages at most, of which those kept first go first', async () => {
    for (let count = 0; count < 20; count++) await open(`/leaderboard?tab=${count}`)
    expect(pages()).toHaveLength(16)
    expect(pages()[0]).toBe('/leaderboard?tab=4')
  })

  test('is the page that was open before the worker came, or to which a link led, once in ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keep = (address: string) => tell({ type: 'keep', address })
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
    network = serving((path) => basic(createTestDocument({ path, picture: 'newer' })))
    await keep('/groups')
    network = offline
    expect((await get('/groups')).text).toContain('newer')
  })

  test('are files of other pages once a page has time, each asked for once', async () => {
    await (await get('/leaderboard')).settle()
    const needed = ['/scheme.js', '/assets/index-one.js', '/assets/index-one.css']
    expect(storage.kept(OFFLINE_FILES_CACHE)).toEqual(needed)
    expect(asked).toEqual(['/leaderboard', ...needed])
    await tell({ type: 'keep', address: '/leaderboard' })
    expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([
      ...needed.slice(1),
      ...['/assets/page.js', '/assets/shared.js', '/assets/dialog.js', '/assets/dialog.css', '/assets/groups.js'],
      '/assets/font.woff2',
    ])
    const before = asked.length
    await tell({ type: 'keep', address: '/leaderboard' })
    expect(asked).toHaveLength(before)
  })
})

describe('all is forgotten', () => {
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

  test('when the app says so, and when a page says that nobody is signed in', async () => {
    await open('/leaderboard')
    await tell({ type: 'forget' })
    expect(pages()).toEqual([])
    await open('/leaderboard')
    network = serving(() => basic(visitorsDocument()))
    await open('/')
    expect(pages()).toEqual([])
  })

  test('also what is under way at that moment', async () => {
    const reply = Promise.withResolvers<Response>()
    network = serving(() => reply.promise)
    const opened = get('/')
    await (await get('/api/logout')).settle()
    reply.resolve(basic(createTestDocument()))
    await (await opened).settle()
    expect(pages()).toEqual([])
  })

  test('and shown to nobody from then on, however long the disk takes', async () => {
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

  test('but by nothing else that is asked of the API', async () => {
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
  ['what a page sends', '/leaderboard', { method: 'POST' }],
  ['the worker itself', '/sw.js', { mode: 'same-origin' }],
])('%s goes its way as if there were no worker', async (_what, path, how) => {
  await open('/')
  const before = asked.length
  expect((await get(path, how)).isOurs).toBe(false)
  expect(asked).toHaveLength(before)
})

test('what a worker before has kept in another way goes when this one begins', async () => {
  storage.put('purple-sector-pages-0', '/')
  storage.put('somebody-elses', '/')
  await open('/')
  let work: Promise<unknown> | undefined
  listeners.get('activate')?.({ waitUntil: (one: Promise<unknown>) => (work = one) })
  await work
  expect(await storage.caches.keys()).toEqual(['somebody-elses', OFFLINE_FILES_CACHE, OFFLINE_PAGES_CACHE])
})

test('reads of the API need no worker where the browser takes routes, and one that refuses them is as good', async () => {
  const work: Promise<unknown>[] = []
  const addRoutes = vi.fn(() => Promise.reject(new TypeError('unknown condition')))
  listeners.get('install')?.({ waitUntil: (one: Promise<unknown>) => work.push(one), addRoutes })
  await Promise.all(work)
  expect(addRoutes).toHaveBeenCalledOnce()
})
