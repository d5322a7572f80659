import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gatewayClient } from '../../test/gateway-client.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

describe.each([
  { setup: 'services in this process', overHttp: false },
  { setup: 'services over HTTP', overHttp: true },
])('sessions of a gateway in front of $setup', ({ overHttp }) => {
  let gateway: TestGateway
  let fan: SignedIn

  beforeAll(async () => {
    gateway = await startTestGateway({ overHttp })
    fan = signIn(gateway.state)
  })
  afterAll(() => gateway.close())
  afterEach(() => {
    gateway.state.before = () => {}
    gateway.calls.isCut = false
  })

  const { call, post, raw } = gatewayClient(() => gateway.url)

  test('resolves simultaneous sessions in shared calls to identity', async () => {
    const fans = Array.from({ length: 40 }, () => signIn(gateway.state))
    const before = gateway.state.requests.length
    const replies = await Promise.all(
      fans.flatMap((as) => [call('/api/auth/user', { as }), call('/api/auth/user', { as })]),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const resolved = gateway.state.requests.slice(before).filter((line) => line.includes('/internal/sessions/resolve'))
    expect(resolved.length).toBeLessThan(40)
  })

  test('revokes a session before it replies to the sign-out', async () => {
    const leaving = signIn(gateway.state)
    expect((await call('/api/auth/user', { as: leaving })).status).toBe(200)
    expect((await call('/api/logout', { as: leaving })).status).toBe(303)
    expect((await call('/api/auth/user', { as: leaving })).status).toBe(401)
  })

  test('keeps a session whose sign-out another site started without confirmation', async () => {
    const staying = signIn(gateway.state)
    const requests = await call('/api/logout', { as: staying, headers: { 'sec-fetch-site': 'cross-site' } })
    expect([requests.status, requests.headers.get('content-type')]).toEqual([200, 'text/html'])
    expect((await call('/api/auth/user', { as: staying })).status).toBe(200)
  })

  test('applies administrator rights as soon as the address is verified', async () => {
    const phone = signIn(gateway.state)
    const laptop = signIn(gateway.state, { userId: phone.session.userId })
    for (const as of [phone, laptop]) expect((await post('/api/admin/weekends', {}, as)).status).toBe(403)
    expect((await call('/api/auth/verify?token=mailed', { as: phone })).status).toBe(303)
    for (const as of [phone, laptop]) expect((await post('/api/admin/weekends', {}, as)).status).toBe(201)
  })

  test('keeps a session lookup in flight when a client without a session signs out', async () => {
    const stranger = { cookie: `session=${'z'.repeat(43)}` }
    expect((await raw('/api/auth/user', stranger)).status).toBe(401)
    const requests = () => gateway.state.requests.filter((line) => line.includes('/internal/sessions/resolve')).length
    const [before, answer] = [requests(), Promise.withResolvers<void>()]
    gateway.state.before = (_, url) => (url === '/internal/sessions/resolve' ? answer.promise : undefined)
    const newcomer = signIn(gateway.state)
    const first = call('/api/auth/user', { as: newcomer })
    await expect.poll(requests).toBe(before + 1)
    expect((await raw('/api/logout', stranger)).status).toBe(303)
    answer.resolve()
    gateway.state.before = () => {}
    expect((await first).status).toBe(200)
    expect((await call('/api/auth/user', { as: newcomer })).status).toBe(200)
    expect(requests()).toBe(before + 1)
  })

  test('invalidates all sessions of a user before it replies to the sign-out everywhere', async () => {
    const phone = signIn(gateway.state)
    const laptop = signIn(gateway.state, { userId: phone.session.userId })
    for (const as of [phone, laptop]) expect((await call('/api/auth/user', { as })).status).toBe(200)
    expect((await post('/api/auth/logout-everywhere', {}, phone)).status).toBe(204)
    for (const as of [phone, laptop]) expect((await call('/api/auth/user', { as })).status).toBe(401)
  })

  test('ends a session by its event when it was revoked elsewhere', async () => {
    const leaving = signIn(gateway.state)
    expect((await call('/api/auth/user', { as: leaving })).status).toBe(200)
    gateway.state.sessions.delete(leaving.hash)
    await gateway.publishEvent(sessionsRevoked, { userId: leaving.session.userId, hashes: [leaving.hash] })
    await expect.poll(async () => (await call('/api/auth/user', { as: leaving })).status).toBe(401)
  })

  test('removes administrator rights by the event of their removal', async () => {
    const former = signIn(gateway.state, { isAdmin: true })
    expect((await post('/api/admin/weekends', {}, former)).status).toBe(201)
    gateway.state.sessions.set(former.hash, { ...former.session, isAdmin: false })
    await gateway.publishEvent(userChanged, aUser({ id: former.session.userId, isAdmin: false }))
    await expect.poll(async () => (await post('/api/admin/weekends', {}, former)).status).toBe(403)
  })

  test('resolves no session again while the states of all users are republished', async () => {
    const fans = Array.from({ length: 50 }, () => signIn(gateway.state))
    const lookUps = () => gateway.state.requests.filter((line) => line.includes('/internal/sessions/resolve')).length
    const read = (as: SignedIn) => call('/api/auth/user', { as })
    await Promise.all(fans.map(read))
    for (const { session } of fans) {
      const { userId: id, username, firstName, lastName, isAdmin } = session
      const state = aUser({ id, username, firstName, lastName, isAdmin })
      await gateway.publishEvent(userChanged, state, { republish: 'engagement:1' })
    }
    // Published after the repeated states: once this change is visible, all of them were handled.
    const [last] = fans
    const { userId } = last!.session
    gateway.state.sessions.set(last!.hash, { ...last!.session, isAdmin: true })
    await gateway.publishEvent(userChanged, aUser({ id: userId, isAdmin: true }))
    await expect.poll(async () => (await post('/api/admin/weekends', {}, last)).status).toBe(201)
    const before = lookUps()
    expect(new Set((await Promise.all(fans.map(read))).map(({ status }) => status))).toEqual(new Set([200]))
    expect(lookUps()).toBe(before)
  })

  test('uses cached sessions while identity is unavailable, and answers 503 to unknown ones', async () => {
    expect((await call('/api/auth/user', { as: fan })).status).toBe(200)
    gateway.calls.isCut = true
    expect((await call('/api/auth/user', { as: fan })).status).toBe(200)
    const stranger = await call('/api/auth/user', { as: signIn(gateway.state) })
    expect(stranger.status).toBe(503)
    expect(stranger.headers.get('retry-after')).toBe('1')
    expect((await call('/api/login', { as: signIn(gateway.state) })).status).toBe(200)
  })
})
