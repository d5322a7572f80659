import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { liveTimingChanged, reportChanged } from '@purple-sector/contracts/admin/events'
import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { refusal } from '@purple-sector/testing/test-socket'
import { describe, expect, test } from 'vitest'
import { realtimeScene, scored } from '../../test/realtime-scene.ts'
import { signIn } from '../../test/stub-services.ts'

const at = realtimeScene()

describe('handshake', () => {
  test('rejects a handshake without a session, from another site, and on other paths', async () => {
    const { ann } = at.prepare()
    expect(await refusal(at.gateway.url, {})).toEqual({ status: 401, code: 'UNAUTHORIZED' })
    expect(await refusal(at.gateway.url, { cookie: 'session=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })).toMatchObject({
      status: 401,
    })
    const foreign = { cookie: ann.cookie, origin: 'https://evil.test' }
    expect(await refusal(at.gateway.url, foreign)).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' })
    expect(await refusal(at.gateway.url, { cookie: ann.cookie }, '/api/ws')).toMatchObject({ status: 404 })
    expect(await refusal(at.gateway.url, { cookie: ann.cookie }, '/ws%2f')).toMatchObject({ status: 404 })
    await at.connect(ann, { origin: at.gateway.url })
  })

  test('rejects a handshake when the session has ten sockets', async () => {
    const { ann, bob } = at.prepare()
    // A socket that never subscribes is closed soon, which would free a place.
    for (let count = 0; count < 10; count++) (await at.connect(ann)).send({ type: 'subscribe', weekendId: null })
    expect(await refusal(at.gateway.url, { cookie: ann.cookie })).toMatchObject({ status: 429 })
    await at.connect(bob)
    at.open[0]?.close()
    await at.open[0]?.closed
    await expect.poll(async () => (await at.connect(ann)).ws.readyState).toBe(1)
  })

  test('ignores a handshake on a connection that still waits for a reply', async () => {
    const { ann } = at.prepare()
    const gate = Promise.withResolvers<void>()
    at.gateway.state.before = () => gate.promise
    const tcp = connect({ host: '127.0.0.1', port: Number(new URL(at.gateway.url).port) })
    let received = ''
    tcp.on('data', (part) => {
      received += part
    })
    const closed = once(tcp, 'close')
    const head = `host: ${new URL(at.gateway.url).host}\r\ncookie: ${ann.cookie}\r\n`
    tcp.write(`GET /api/weekends/images/1 HTTP/1.1\r\n${head}\r\n`)
    tcp.write(
      `GET /ws HTTP/1.1\r\n${head}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n` +
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await closed
    gate.resolve()
    expect(received).toBe('')
  })

  test('replies 404 to other methods on /ws', async () => {
    const { ann } = at.prepare()
    const post = (headers: Record<string, string>) => fetch(`${at.gateway.url}/ws`, { method: 'POST', headers })
    expect((await post({})).status).toBe(401)
    expect((await post({ cookie: ann.cookie })).status).toBe(404)
  })

  test('ignores an offer of HTTP/2', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAA' }
      request(`${at.gateway.url}/healthz`, { headers }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })
})

describe('subscription', () => {
  test('sends hello, subscribed and the state of everything', async () => {
    const { bob, weekendId } = at.prepare()
    const socket = await at.connect(bob)
    const { data: hello, epoch } = await socket.next('hello')
    expect(hello).toMatchObject({ userId: bob.session.userId })
    socket.subscribe(weekendId, [3, 4])
    const { data: standing } = await socket.next('my_standing')
    expect(standing).toEqual({
      ...{ weekendId, groupId: null, version: 5, position: 2, shared: false, totalPoints: 0, positionChange: 1 },
    })
    // Subscribing does not wait for the chat, whose frames arrive at any time.
    const types = socket.frames.map(({ type }) => type).filter((type) => type !== 'chat_room')
    expect(types).toEqual([
      'hello',
      'subscribed',
      'weekend_updated',
      'race_status',
      'race_status',
      'leaderboard_update',
      'live_timing_status',
      'my_standing',
    ])
    expect(new Set(socket.frames.map((frame) => frame.epoch))).toEqual(new Set([epoch]))
    expect(socket.of('subscribed')[0]?.data).toMatchObject({ weekendId, groupIds: [] })
    expect(socket.of('leaderboard_update')[0]?.data).toMatchObject({ version: 5, total: 2, groupId: null })
  })

  test('sends users without tips a standing without position', async () => {
    const { weekendId } = at.prepare()
    const socket = await at.connect(signIn(at.gateway.state))
    socket.subscribe(weekendId)
    expect((await socket.next('my_standing')).data).toMatchObject({ position: null, totalPoints: null })
  })

  test('replaces the previous subscription', async () => {
    const { ann, weekendId: first } = at.prepare()
    const socket = await at.follow(ann)
    const { weekendId } = at.prepare()
    socket.subscribe(weekendId)
    await socket.next('subscribed', ({ data }) => data.weekendId === weekendId)
    await at.gateway.publishEvent(sessionScored, scored(first))
    await at.gateway.publishEvent(sessionScored, scored(weekendId))
    await socket.next('race_completed', ({ data }) => data.race.weekendId === weekendId)
    expect(socket.of('race_completed')).toHaveLength(1)
  })

  test('rejects a subscription to an unknown weekend, and keeps the socket', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.connect(ann)
    const requests = at.gateway.state.requests.length
    // The second id is larger than any possible one, so its owner is not called.
    for (const unknown of [999_999, 2_147_483_648]) {
      socket.subscribe(unknown)
      await expect.poll(() => socket.of('error').at(-1)?.data.code).toBe('NOT_FOUND')
    }
    await expect.poll(() => socket.of('error')).toHaveLength(2)
    expect(at.gateway.state.requests.slice(requests).filter((line) => line.includes('2147483648'))).toEqual([])
    socket.subscribe(weekendId)
    await socket.next('my_standing')
  })

  test('loads a channel once for all waiting clients', async () => {
    const { weekendId } = at.prepare()
    const before = at.gateway.state.requests.length
    const sockets = await Promise.all(Array.from({ length: 8 }, () => at.connect(signIn(at.gateway.state))))
    for (const socket of sockets) socket.subscribe(weekendId)
    await Promise.all(sockets.map((socket) => socket.next('my_standing')))
    const requests = at.gateway.state.requests.slice(before)
    expect(
      requests.filter((line) => line.includes(`/internal/leaderboards?scope=open%2Fweekend%2F${weekendId}`)),
    ).toHaveLength(1)
    expect(requests.filter((line) => line.includes('/internal/weekends'))).toHaveLength(1)
  })

  test('closes a socket that never subscribes', async () => {
    const { ann } = at.prepare()
    const socket = await at.connect(ann)
    socket.send({ type: 'ping' })
    expect((await socket.closed).code).toBe(1008)
  })
})

test('sends every client that live timing is paused and resumed', async () => {
  const { ann, bob } = at.prepare()
  const sockets = [await at.follow(ann), await at.follow(bob)]
  const timing = { isRunning: false, source: null, raceId: null }
  for (const isPaused of [true, false]) {
    await at.gateway.publishEvent(liveTimingChanged, { ...timing, isPaused })
    for (const socket of sockets) {
      const { data } = await socket.next('live_timing_status', (frame) => frame.data.isPaused === isPaused)
      expect(data).toEqual({ ...timing, isPaused })
    }
  }
})

test('sends report progress to administrators only, whatever they follow', async () => {
  const { bob } = at.prepare()
  const chief = await at.connect(signIn(at.gateway.state, { userId: 'chief', isAdmin: true }))
  chief.send({ type: 'subscribe', weekendId: null })
  const his = await at.follow(bob)
  const report = { id: 4, weekendId: 3, filename: 'round-3-report.pdf', state: 'running', progress: 30 } as const
  const rest = { pages: null, bytes: null, error: null, createdAt: '2026-11-22T10:00:00.000Z' }
  await at.gateway.publishEvent(reportChanged, { ...report, ...rest })
  expect((await chief.next('report_progress')).data).toEqual({ ...report, ...rest })
  his.send({ type: 'ping' })
  await his.next('pong')
  expect(his.of('report_progress')).toEqual([])
})
