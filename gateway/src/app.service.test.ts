import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  engagementBoardChanged,
  heatMapChanged,
  notificationsMade,
  notificationsRead,
} from '@purple-sector/contracts/engagement/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { aUser } from '@purple-sector/testing/builders'
import { boardEntry, engagementEntry, notificationReply, weekendReply } from '@purple-sector/testing/replies'
import { sendWithoutEnd } from '@purple-sector/testing/servers/send-without-end'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { gatewayClient } from '../test/gateway-client.ts'
import { type SignedIn, signIn } from '../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../test/test-gateway.ts'

/** Replies are cached for about a second; where a busy machine needs longer between two reads, both are repeated. */
const WITHIN_ONE_MEMORY_MS = 30_000

describe.each([
  { setup: 'services in this process', overHttp: false },
  { setup: 'services over HTTP', overHttp: true },
])('gateway in front of $setup', ({ overHttp }) => {
  let gateway: TestGateway
  let fan: SignedIn
  let admin: SignedIn

  beforeAll(async () => {
    gateway = await startTestGateway({ overHttp })
    fan = signIn(gateway.state)
    admin = signIn(gateway.state, { isAdmin: true, username: 'race.control' })
    await mkdir(join(gateway.webDirectory, 'assets'))
    await writeFile(
      join(gateway.webDirectory, 'index.html'),
      '<!doctype html><html lang="en"><head><title>Purple Sector</title></head><body><div id="root"></div></body></html>',
    )
    await writeFile(join(gateway.webDirectory, 'sw.js'), 'self.skipWaiting()')
    await writeFile(join(gateway.webDirectory, 'assets/app-1a2b3c.js'), 'console.log(1)')
    await writeFile(join(gateway.webDirectory, 'assets/app-1a2b3c.js.gz'), 'gzipped')
  })
  afterAll(() => gateway.close())
  afterEach(() => {
    gateway.state.before = () => {}
    gateway.calls.isCut = false
  })

  const { call, post, raw } = gatewayClient(() => gateway.url)

  test('forwards the verified identity of signed-in callers, and ignores forged headers', async () => {
    const reply = await call('/api/auth/user', { as: fan, headers: { 'x-identity': 'forged' } })
    expect(await reply.json()).toEqual({
      userId: fan.session.userId,
      sessionId: fan.session.sessionId,
      username: 'ann',
      firstName: 'Ann',
      lastName: 'Fan',
      isAdmin: false,
    })
  })

  test('rejects callers without a session', async () => {
    for (const path of ['/api/auth/user', '/api/weekends', '/api/nowhere', '/api/tips/1', '/api/weekends/', '/ws']) {
      const reply = await call(path, { headers: { 'x-identity': 'forged' } })
      expect(reply.status).toBe(401)
      expect(await reply.json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Unauthorized' })
    }
    const unknown = { ...fan, cookie: 'session=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }
    expect((await call('/api/auth/user', { as: unknown })).status).toBe(401)
    expect(
      (await call('/api/auth/user', { headers: { cookie: fan.cookie.replace('session', '__Host-session') } })).status,
    ).toBe(401)
  })

  test('serves public API paths to visitors', async () => {
    for (const path of [
      '/',
      '/tipping',
      '/groups/join/abc',
      '/sw.js',
      '/healthz',
      '/readyz',
      '/api/docs',
      '/api/login',
    ])
      expect([path, (await call(path)).status]).toEqual([path, 200])
    expect((await call('/api/logout')).status).toBe(303)
  })

  test('answers 404 for unknown paths and for services that are not installed', async () => {
    for (const path of ['/api/nowhere', '/api/groups', '/api/weekends/1/chat', '/api/notifications/1', '/ws'])
      expect([path, (await call(path, { as: fan })).status]).toEqual([path, 404])
  })

  test('never routes internal paths', async () => {
    const { requests } = gateway.state
    for (const path of [
      '/metrics',
      '/internal/tipping-secret',
      '/api/tips/../../internal/tipping-secret',
      '/api/tips/%2e%2e/%2e%2e/internal/tipping-secret',
      '/api/tips%2f..%2f..%2finternal/tipping-secret',
      '/api//tips/../internal/tipping-secret',
      '//internal/tipping-secret',
      '/./internal/tipping-secret',
      'http://localhost/internal/tipping-secret',
    ]) {
      const before = requests.length
      expect([path, (await raw(path, { cookie: fan.cookie, accept: 'text/html' })).status]).toEqual([path, 404])
      expect(requests.slice(before).filter((line) => line.includes('secret'))).toEqual([])
    }
  })

  test('answers 404 for ambiguous paths and invalid file names below the API documents', async () => {
    for (const path of [
      '/api/docs/static/%00',
      '/api/docs/static/../',
      '/api/docs/static/..',
      '/api/docs/static/%2e%2e/package.json',
      '/api/docs/static/..%2f..%2fpackage.json',
      '/api/docs/static/%5c..%5cpackage.json',
      '/api/docs/static//',
      '/api/docs/static/%ff',
      '/api/docs/json/%zz',
      '/api/docs%00',
      `/api/docs/static/${'a'.repeat(300)}`,
    ]) {
      const reply = await raw(path)
      expect([path, reply.status]).toEqual([path, 404])
      expect(JSON.parse(reply.body)).toMatchObject({ code: 'NOT_FOUND' })
    }
    const typed = await call('/api/docs/')
    expect([typed.status, typed.headers.get('location')]).toEqual([308, '/api/docs'])
  })

  test('serves the app for a link that was cut off', async () => {
    const cutOff = await call('/groups/join/%E0%A4%A', { headers: { accept: 'text/html' } })
    expect([cutOff.status, cutOff.headers.get('location')]).toEqual([308, '/groups/join/%25E0%25A4%25A'])
    const page = await call('/groups/join/%25E0%25A4%25A', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await call('/groups/join/%E0%A4%A')).status).toBe(404)
  })

  test('sends no-store with replies that are valid for now only', async () => {
    const now = async (path: string, status: number, init: Parameters<typeof call>[1] = {}) => {
      const reply = await call(path, init)
      expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, status, 'no-store'])
    }
    await now('/healthz', 200)
    await now('/readyz', 200)
    await now('/api/docs', 200)
    await now('/tipping/', 308)
    await now('/%zz', 404)
    await now('/nothing.png', 404)
    await now('/api/weekends', 401)
    await now('/api/nowhere', 404, { as: fan })
    await now('/api/tips', 403, { method: 'POST', as: fan, headers: { origin: 'https://evil.test' } })
    await now('/api/tips', 413, { method: 'POST', as: fan, body: 'x'.repeat(2_000_000) })
    gateway.calls.isCut = true
    await now('/api/weekends', 503, { as: signIn(gateway.state) })
    const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
    expect(await raw('/ws', upgrade)).toMatchObject({ status: 401, cacheControl: 'no-store' })
  })

  test('forwards bodies, and returns the reply', async () => {
    const text = 'ä'.repeat(100_000)
    const reply = await post('/api/tips', { text }, fan)
    expect(reply.status).toBe(201)
    expect(await reply.json()).toEqual({ by: fan.session.userId, body: { text } })
    expect((await post('/api/tips', 'x'.repeat(2_000_000), fan)).status).toBe(413)
    const malformed = await call('/api/tips', {
      method: 'POST',
      body: '{',
      as: fan,
      headers: { 'content-type': 'application/json' },
    })
    expect(malformed.status).toBe(400)
  })

  test('limits a body without announced length', async () => {
    const headers = { cookie: fan.cookie, 'content-type': 'application/json' }
    const reply = await sendWithoutEnd(`${gateway.url}/api/tips`, { headers, head: '{"text":"' })
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'TOO_LARGE'])
  })

  test('rejects writes sent by another site', async () => {
    const foreign = await post('/api/tips', {}, fan, { origin: 'https://evil.test' })
    expect(foreign.status).toBe(403)
    expect(await foreign.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' })
    expect((await post('/api/tips', {}, fan, { origin: gateway.url })).status).toBe(201)
    expect((await post('/api/tips', {}, fan, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await call('/api/auth/user', { as: fan, headers: { origin: 'https://evil.test' } })).status).toBe(200)
  })

  test('answers weekends from memory until one of them changes', async () => {
    const names = async () => (await (await call('/api/weekends', { as: fan })).json()) as { name: string }[]
    await post('/api/admin/weekends', { name: 'Bathurst' }, admin)
    expect((await names()).map(({ name }) => name)).toContain('Bathurst')
    await vi.waitFor(async () => {
      await names()
      const before = gateway.state.requests.length
      await Promise.all([names(), names(), names()])
      expect(gateway.state.requests.slice(before)).toEqual([])
    }, WITHIN_ONE_MEMORY_MS)
    await post('/api/admin/weekends', { name: 'Adelaide' }, admin)
    expect((await names()).map(({ name }) => name)).toContain('Adelaide')
    const reply = await call('/api/weekends', { as: fan })
    const etag = reply.headers.get('etag') ?? ''
    expect((await call('/api/weekends', { as: fan, headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await call('/api/weekends/99/races', { as: fan })).status).toBe(404)
  })

  test('lets browsers cache images of weekends for good, from memory too', async () => {
    const path = '/api/weekends/images/1'
    const renderIsRequested = (line: string) => line === `weekends GET ${path}`
    await vi.waitFor(async () => {
      await call(path, { as: fan })
      const before = gateway.state.requests.length
      const reply = await call(path, { as: fan })
      expect(await reply.text()).toBe('a picture')
      expect(reply.headers.get('content-type')).toBe('image/webp')
      expect(reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(gateway.state.requests.slice(before).filter(renderIsRequested)).toEqual([])
    }, WITHIN_ONE_MEMORY_MS)
    expect((await call(path)).status).toBe(401)
  })

  test('answers boards from memory, with the caller’s own row, version and total', async () => {
    const { entries } = {
      entries: Array.from({ length: 30 }, (_, index) => boardEntry(`fan${index}`, { position: index + 1 })),
    }
    const last = signIn(gateway.state, { userId: 'fan29' })
    gateway.state.boards.set(4, { version: 7, entries, ranks: [], standings: [] })
    const path = '/api/weekends/4/leaderboard?limit=3'
    const reply = await call(path, { as: last })
    const names = async (answer: Response) =>
      ((await answer.json()) as { userId: string }[]).map(({ userId }) => userId)
    expect(await names(reply)).toEqual(['fan0', 'fan1', 'fan2', 'fan29'])
    expect(reply.headers.get('x-total-count')).toBe('30')
    expect(reply.headers.get('x-board-version')).toBe('7')
    expect(reply.headers.get('cache-control')).toBe('private, no-cache')
    const etag = reply.headers.get('etag') ?? ''
    await vi.waitFor(async () => {
      await call(path, { as: last })
      const before = gateway.state.requests.length
      expect((await raw(path, { cookie: last.cookie, 'if-none-match': etag })).status).toBe(304)
      expect((await raw(path, { cookie: fan.cookie, 'if-none-match': etag })).status).toBe(200)
      expect(gateway.state.requests.slice(before).filter((line) => line.includes('/page'))).toEqual([])
    }, WITHIN_ONE_MEMORY_MS)
    gateway.state.boards.set(4, { version: 8, entries: entries.toReversed(), ranks: [], standings: [] })
    const change = { weekendId: 4, groupId: null, version: 8, total: 30, entries: [], ranks: [], changed: [] }
    await gateway.publishEvent(boardChanged, { ...change, reason: 'result', part: 1, parts: 1 })
    await expect.poll(async () => names(await call(path, { as: last }))).toEqual(['fan29', 'fan28', 'fan27'])
    expect(await (await call('/api/weekends/999/leaderboard', { as: fan })).json()).toEqual([])
  })

  describe('engagement reads from memory', () => {
    const inputsOf = (part: string, from: number) =>
      gateway.state.requests.slice(from).filter((line) => line.startsWith('engagement ') && line.includes(part))

    test('answers the board with the caller’s own row, version and total until there is a newer one', async () => {
      const entries = ['ann', 'ben', 'cat', 'dan'].map((name, index) => engagementEntry(name, { position: index + 1 }))
      const cat = signIn(gateway.state, { userId: 'cat' })
      const names = async (answer: Response) =>
        ((await answer.json()) as { userId: string }[]).map(({ userId }) => userId)
      gateway.state.engagementBoards.set(4, { version: 3, entries })
      const path = '/api/engagement/leaderboard/4?limit=2'
      const reply = await call(path, { as: cat })
      expect(await names(reply)).toEqual(['ann', 'ben', 'cat'])
      expect(reply.headers.get('x-total-count')).toBe('4')
      expect(reply.headers.get('x-board-version')).toBe('3')
      const etag = reply.headers.get('etag') ?? ''
      await vi.waitFor(async () => {
        await call(path, { as: cat })
        const before = gateway.state.requests.length
        expect((await raw(path, { cookie: cat.cookie, 'if-none-match': etag })).status).toBe(304)
        expect((await raw(path, { cookie: fan.cookie })).status).toBe(200)
        expect(inputsOf('/page', before)).toEqual([])
      }, WITHIN_ONE_MEMORY_MS)
      gateway.state.engagementBoards.set(4, { version: 4, entries: entries.toReversed() })
      await gateway.publishEvent(engagementBoardChanged, { weekendId: 4, version: 4, total: 4, entries: [] })
      await expect.poll(async () => names(await call(path, { as: cat }))).toEqual(['dan', 'cat'])
    })

    test('answers the heat map of each category until it changes', async () => {
      const path = '/api/weekends/21/heat-map?category=Supercars'
      gateway.state.heatMaps.set(21, ['Feeney'])
      await vi.waitFor(async () => {
        await call(path, { as: fan })
        const before = gateway.state.requests.length
        expect(await (await call(path, { as: fan })).json()).toEqual(['Feeney'])
        expect(inputsOf('heat-map', before)).toEqual([])
      }, WITHIN_ONE_MEMORY_MS)
      gateway.state.heatMaps.set(21, ['Waters', 'Feeney'])
      await gateway.publishEvent(heatMapChanged, { weekendId: 21 })
      await expect.poll(async () => (await call(path, { as: fan })).json()).toEqual(['Waters', 'Feeney'])
      expect((await call('/api/weekends/22/heat-map', { as: fan })).status).toBe(404)
    })

    test('answers unread counts without a call until something of the fan’s changes', async () => {
      const reader = signIn(gateway.state, { userId: 'reader' })
      const path = '/api/notifications/21/count'
      const count = async (headers = {}) =>
        (await (await call(path, { as: reader, headers })).json()) as { count: number }
      gateway.state.unread.set('reader', 2)
      expect(await count()).toEqual({ count: 2 })
      const before = gateway.state.requests.length
      for (let poll = 0; poll < 20; poll++) expect(await count()).toEqual({ count: 2 })
      const etag = (await call(path, { as: reader })).headers.get('etag') ?? ''
      expect((await call(path, { as: reader, headers: { 'if-none-match': etag } })).status).toBe(304)
      expect(inputsOf('count', before)).toEqual([])

      gateway.state.unread.set('reader', 3)
      const notifications = [{ ...notificationReply({ id: 5, weekendId: 21 }), userId: 'reader' }]
      await gateway.publishEvent(notificationsMade, { notifications })
      await expect.poll(() => count()).toEqual({ count: 3 })
      gateway.state.unread.set('reader', 1)
      await gateway.publishEvent(notificationsRead, { userId: 'reader', weekendId: 21, count: 1 })
      await expect.poll(() => count()).toEqual({ count: 1 })
      // The fan reads the notifications, through this gateway and through another one.
      await post('/api/notifications/21/read-all', {}, reader)
      expect(await count()).toEqual({ count: 0 })
      gateway.state.unread.set('reader', 7)
      expect(await count({ cookie: `${reader.cookie}; wrote=1` })).toEqual({ count: 7 })
    })
  })

  test('never answers with data older than the caller’s own write through another gateway', async () => {
    const entries = [boardEntry('fan0'), boardEntry('fan1', { position: 2 }), boardEntry('writer', { position: 3 })]
    const writer = signIn(gateway.state, { userId: 'writer' })
    gateway.state.boards.set(5, { version: 7, entries, ranks: [], standings: [] })
    const board = '/api/weekends/5/leaderboard?limit=1'
    const read = async (path: string, as: SignedIn, cookie = as.cookie) =>
      JSON.stringify(await (await call(path, { headers: { cookie } })).json())
    const isInMemory = async (path: string, as: SignedIn) => {
      await read(path, as)
      const before = gateway.state.requests.length
      await read(path, as)
      return gateway.state.requests.length === before
    }
    const written = async () => {
      for (const listed of gateway.state.weekends) listed.weekend = { ...listed.weekend, name: 'Renamed elsewhere' }
      const after = entries.map((entry) => ({ ...entry, totalPoints: 77 }))
      gateway.state.boards.set(5, { version: 8, entries: after, ranks: [], standings: [] })
    }
    await post('/api/admin/weekends', { name: 'Sandown' }, admin)
    await vi.waitUntil(() => isInMemory('/api/weekends', fan), WITHIN_ONE_MEMORY_MS)
    await vi.waitUntil(() => isInMemory(board, writer), WITHIN_ONE_MEMORY_MS)
    await written()
    // A session that this gateway does not know yet.
    const arriving = signIn(gateway.state, { userId: 'fan0' })
    expect(await read(board, arriving, `${arriving.cookie}; wrote=1`)).toContain('77')
    expect(await read('/api/weekends', admin)).toContain('Renamed elsewhere')
    expect(await read(board, admin)).toContain('77')
    expect(await read(board, writer, `${writer.cookie}; wrote=1`)).toContain('77')
  })

  test('sets the read-your-writes cookie on writes', async () => {
    const mark = async (as: SignedIn, path: string) => (await post(path, {}, as)).headers.get('set-cookie')
    const expected = overHttp ? 'wrote=1; Max-Age=5; Path=/api; HttpOnly; SameSite=Lax' : null
    expect(await mark(signIn(gateway.state), '/api/auth/logout-everywhere')).toBe(expected)
    expect(await mark(admin, '/api/admin/weekends')).toBeNull()
  })

  test('sends the security headers', async () => {
    for (const path of ['/', '/api/docs', '/api/login']) {
      const { headers } = await call(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  test('serves the web app: hashed files immutable, its page for page addresses, nothing else', async () => {
    const asset = await call('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': 'identity' } })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await asset.text()).toBe('console.log(1)')
    const packed = await raw('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' })
    expect(packed.body).toBe('gzipped')
    const worker = await call('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toContain('javascript')
    const page = await call('/leaderboard', { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('Purple Sector')
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    const etag = page.headers.get('etag') ?? ''
    expect((await raw('/leaderboard', { 'if-none-match': etag })).status).toBe(304)
    expect((await call('/assets/gone-9z.js')).status).toBe(404)
    expect((await call('/leaderboard', { headers: { accept: 'application/json' } })).status).toBe(404)
    expect((await raw('/assets/..%2f..%2fpackage.json')).status).toBe(404)
    expect((await call('/', { method: 'POST' })).status).toBe(404)
  })

  test('writes the page in the caller’s theme', async () => {
    const custom = {
      blueHue: 1,
      blueSaturation: 2,
      blueLightness: 13,
      orangeHue: 4,
      orangeSaturation: 5,
      orangeLightness: 16,
    }
    const painted = signIn(gateway.state, { theme: { mode: 'custom', custom } })
    const read = async (as?: SignedIn) => {
      const reply = await call('/tipping', { headers: { accept: 'text/html' }, ...(as ? { as } : {}) })
      return {
        status: reply.status,
        vary: reply.headers.get('vary'),
        text: await reply.text(),
      }
    }
    const mine = await read(painted)
    expect(mine).toMatchObject({ status: 200, vary: 'cookie, accept-encoding' })
    expect(mine.text).toContain(
      '<html data-theme="{&quot;mode&quot;:&quot;custom&quot;,&quot;custom&quot;:{&quot;blueHue',
    )
    for (const noUser of [undefined, signIn(gateway.state)])
      expect((await read(noUser)).text).toContain('<html data-theme="null" lang="en">')

    gateway.state.sessions.set(painted.hash, { ...painted.session, theme: { mode: 'light', custom } })
    await gateway.publishEvent(userChanged, aUser({ id: painted.session.userId }))
    await expect.poll(async () => (await read(painted)).text).toContain('&quot;light&quot;')
  })

  test('writes the page with its files and the caller’s prefetched replies', async () => {
    const [weekendId, userId] = [81, fan.session.userId]
    gateway.state.weekends.unshift({ weekend: weekendReply({ id: weekendId, name: '</script>' }), races: [] })
    gateway.state.boards.set(weekendId, { version: 4, entries: [boardEntry(userId)], ranks: [], standings: [] })
    const board = `/api/weekends/${weekendId}/leaderboard?limit=100&offset=0`
    const reads = ['/api/weekends', '/api/tips/:weekendId', board.replace(String(weekendId), ':weekendId')]
    const pageManifest = { pattern: '/', scripts: ['assets/home-1.js'], styles: ['assets/home-1.css'], reads }
    await writeFile(join(gateway.webDirectory, 'route-manifest.json'), JSON.stringify([pageManifest]))
    const read = async (as?: SignedIn) => {
      const reply = await call('/', { headers: { accept: 'text/html' }, ...(as ? { as } : {}) })
      const text = await reply.text()
      const blocks = [...text.matchAll(/<script type="application\/json" data-query="([^"]*)">([^<]*)<\/script>/g)]
      const sent = blocks.map(([, about = '', body = '']): [string, unknown] => {
        const { path, status, headers } = JSON.parse(about.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
        return [path, { status, headers, body: body === '' ? undefined : JSON.parse(body) }]
      })
      return { text, sent: Object.fromEntries(sent), cacheControl: reply.headers.get('cache-control') }
    }
    // An older cached reply may be served first, and a page omits replies that are late.
    const all = ['/api/auth/user', '/api/weekends', board].toSorted()
    let page = await read(fan)
    const documentedPaths = async () => {
      page = await read(fan)
      return Object.keys(page.sent).toSorted()
    }
    await expect.poll(documentedPaths).toEqual(all)
    const { text, sent, cacheControl } = page
    expect(cacheControl).toBe('no-store')
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/home-1.js"></head>')
    expect(sent['/api/auth/user']).toMatchObject({ status: 200, body: { userId } })
    expect(sent['/api/weekends']).toMatchObject({
      body: expect.arrayContaining([expect.objectContaining({ id: weekendId, name: '</script>' })]),
    })
    expect(sent[board]).toMatchObject({ headers: { 'x-board-version': '4', 'x-total-count': '1' }, body: [{ userId }] })

    let visitor = await read()
    const sentToVisitor = async () => {
      visitor = await read()
      return visitor.sent
    }
    await expect.poll(sentToVisitor).toEqual({ '/api/auth/user': { status: 401, headers: {} } })
    expect(visitor.text).not.toContain('home-1')
    const readPacked = async () => {
      const packed = await call('/', { as: fan, headers: { accept: 'text/html', 'accept-encoding': 'br' } })
      expect(packed.headers.get('content-encoding')).toBe('br')
      return packed.text()
    }
    await expect.poll(readPacked).toContain('x-board-version')
  })

  test('serves a signed-in fan’s page server-rendered for their screen', async () => {
    const rendering = `
      export const loadRoutes = async () => {}
      export const renderPage = async ({ address, replies, isPhone }) => {
        const { username } = JSON.parse(replies.find(({ path }) => path === '/api/auth/user').body)
        return '<p>$& ' + username + ' at ' + address + (isPhone ? ' on a phone' : '') + '</p>'
      }`
    await writeFile(join(gateway.webDirectory, 'package.json'), '{"type":"module"}')
    await writeFile(join(gateway.webDirectory, 'entry-server.js'), rendering)
    const pageManifest = { pattern: '/drawn', scripts: [], styles: [], reads: [] }
    await writeFile(join(gateway.webDirectory, 'route-manifest.json'), JSON.stringify([pageManifest]))
    const read = async (path: string, as?: SignedIn, headers: Record<string, string> = {}) => {
      const reply = await call(path, { headers: { accept: 'text/html', ...headers }, ...(as ? { as } : {}) })
      return /<div id="root"(.*)<\/div>/.exec(await reply.text())?.[1]
    }
    // Pages come without SSR until the worker is ready.
    await expect.poll(() => read('/drawn?view=all', fan)).toContain('><p>$& ann at /drawn?view=all</p>')
    const root = await read('/drawn', fan)
    expect(root).toMatch(/^ inert data-ssr="\{&quot;now&quot;:\d+,&quot;isPhone&quot;:false\}"><p>/)
    const phone = await read('/drawn', fan, { 'sec-ch-ua-mobile': '?1' })
    expect(phone).toMatch(/isPhone&quot;:true.* on a phone/)
    expect(await read('/drawn', fan, { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148' })).toContain('on a phone')
    const tablet = { 'sec-ch-ua-mobile': '?0', 'user-agent': 'Mobile' }
    expect(await read('/drawn', fan, tablet)).not.toContain('on a phone')
    expect(await read('/drawn', admin)).toContain('race.control at /drawn<')
    expect([await read('/drawn'), await read('/elsewhere', fan)]).toEqual(['>', '>'])
  })

  test('serves the page without a theme while identity is unavailable', async () => {
    gateway.calls.isCut = true
    const page = await call('/tipping', { as: signIn(gateway.state), headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<html lang="en">')
  })

  test('fetches the caller again after a theme change, before the reply is sent', async () => {
    const choosing = signIn(gateway.state)
    const read = async () => (await call('/', { as: choosing, headers: { accept: 'text/html' } })).text()
    expect(await read()).toContain('data-theme="null"')
    const saved = await call('/api/profile/theme', {
      as: choosing,
      method: 'PUT',
      body: JSON.stringify({ mode: 'dark' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(saved.status).toBe(200)
    expect(await read()).toContain('&quot;dark&quot;')
  })

  test('serves the OpenAPI document of the installed services', async () => {
    const document = (await (await call('/api/docs/json')).json()) as { paths: Record<string, unknown> }
    const paths = Object.keys(document.paths)
    expect(paths).toEqual(expect.arrayContaining(['/api/weekends', '/api/tips', '/api/auth/user']))
    expect(paths.filter((path) => path.startsWith('/internal'))).toEqual([])
    const script = await call('/api/docs/static/swagger-ui-bundle.js')
    expect([script.status, (await script.text()).length > 1_000]).toEqual([200, true])
  })

  test('answers with the OpenAPI document compressed once, and with 304 to a client that has it', async () => {
    const bodies: string[] = []
    for (const encoding of ['br', 'gzip', 'identity']) {
      const of = { headers: { 'accept-encoding': encoding } }
      const reply = await call('/api/docs/json', of)
      const { etag, ...said } = Object.fromEntries(
        ['etag', 'cache-control', 'vary', 'content-encoding'].map((name) => [name, reply.headers.get(name)]),
      )
      expect(said).toEqual({
        ...{ 'cache-control': 'public, no-cache', vary: 'accept-encoding' },
        'content-encoding': encoding === 'identity' ? null : encoding,
      })
      bodies.push(await reply.text())
      const again = await call('/api/docs/json', { headers: { ...of.headers, 'if-none-match': etag ?? '' } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    const yaml = await call('/api/docs/yaml')
    expect([yaml.status, yaml.headers.get('content-type')]).toEqual([200, 'application/x-yaml'])
    bodies.push(await yaml.text())
    expect(new Set(bodies).size).toBe(1)
  })
})
