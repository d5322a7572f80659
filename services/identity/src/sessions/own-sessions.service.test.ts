import { randomUUID } from 'node:crypto'
import type { OwnSession } from '@purple-sector/contracts/identity/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-token-repository.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
type Headers = Record<string, string>
const listSessions = async (headers: Headers): Promise<OwnSession[]> =>
  (await identity.app.inject({ url: '/api/auth/sessions', headers })).json()
const endSession = (id: string, headers: Headers) =>
  identity.app.inject({ method: 'DELETE', url: `/api/auth/sessions/${id}`, headers })

/** Creates a fan who is signed in in two browsers. */
const registerInTwoBrowsers = async () => {
  const fan = await identity.register()
  const credentials = { email: fan.user.email, password: 'correct horse' }
  const reply = await identity.post('/api/auth/login', credentials, { 'user-agent': firefox })
  const secret = identity.cookieOf(reply) ?? ''
  return { ...fan, otherBrowser: { secret, headers: await identity.headersFor(secret) } }
}

test("lists only the user's own sessions, with the browser described", async () => {
  const { otherBrowser, headers } = await registerInTwoBrowsers()
  await identity.register()
  const sessions = await listSessions(otherBrowser.headers)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({ browser: 'Firefox on Windows', isCurrent: true })
  expect(sessions[1]).toMatchObject({ isCurrent: false })
  expect((await listSessions(headers)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  expect(JSON.stringify(sessions)).not.toContain(hashOf(otherBrowser.secret))
})

test('omits an expired session', async () => {
  const { otherBrowser, headers } = await registerInTwoBrowsers()
  await identity
    .database('sessions')
    .where({ hash: hashOf(otherBrowser.secret) })
    .update({ last_seen_at: identity.database.raw(`now() - interval '31 days'`) })
  expect(await listSessions(headers)).toHaveLength(1)
})

test('ends another session and publishes its end', async () => {
  const { user, secret, otherBrowser, headers } = await registerInTwoBrowsers()
  const other = (await listSessions(headers)).find(({ isCurrent }) => !isCurrent)
  const reply = await endSession(other?.id ?? '', headers)
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([204, undefined])
  expect(await identity.resolve([otherBrowser.secret])).toEqual([])
  expect(await identity.resolve([secret])).toHaveLength(1)
  expect(await identity.events('identity.sessions-revoked.v1', `sessions-of/${user.id}`)).toEqual([
    { userId: user.id, hashes: [hashOf(otherBrowser.secret)] },
  ])
  expect((await endSession(other?.id ?? '', headers)).statusCode).toBe(404)
})

test('ends the current session like a sign-out', async () => {
  const { secret, headers } = await identity.register()
  const [current] = await listSessions(headers)
  const reply = await endSession(current?.id ?? '', headers)
  expect(reply.statusCode).toBe(204)
  expect(reply.headers['set-cookie']).toContain('session=; Max-Age=0; Path=/')
  expect(await identity.resolve([secret])).toEqual([])
})

test("replies with 404 for another user's session or an unknown one", async () => {
  const { headers } = await identity.register()
  const other = await identity.register()
  const [otherSession] = await listSessions(other.headers)
  expect((await endSession(otherSession?.id ?? '', headers)).statusCode).toBe(404)
  expect((await endSession(randomUUID(), headers)).statusCode).toBe(404)
  expect((await endSession('7', headers)).statusCode).toBe(400)
  expect(await identity.resolve([other.secret])).toHaveLength(1)
})
