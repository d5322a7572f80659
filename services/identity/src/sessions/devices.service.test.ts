import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-tokens.ts'
import { sweepExpired } from './sweep-expired.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity({
    limits: { registrations: 1_000, signIns: 60, signInsPerAccount: 3, signInsPerAddress: 3 },
  })
})
afterAll(() => identity.close())

/** Each test uses a network of its own. */
let networks = 0
const newNetwork = () => `10.7.0.${++networks}`

type Attempt = { email: string; address: string; password?: string; device?: string }

const signIn = ({ email, address, password = 'correct horse', device }: Attempt) =>
  identity.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'x-client-address': address, ...(device === undefined ? {} : { cookie: `a=b; device=${device}; c=d` }) },
  })
const deviceIn = (reply: { headers: Record<string, unknown> }): string => identity.cookieOf(reply, 'device') ?? ''
const deviceOf = async (email: string, carried?: string): Promise<string> =>
  deviceIn(await signIn({ email, address: newNetwork(), ...(carried === undefined ? {} : { device: carried }) }))

/** Fails sign-ins to several accounts from one network. */
const spray = async (address: string) => {
  for (const each of [1, 2, 3]) {
    const reply = await signIn({ email: `${address}-${each}@example.org`, address, password: 'a guess' })
    expect(reply.statusCode).toBe(401)
  }
}
const guessAt = async (email: string, attempt: { address: string; device?: string }) => {
  for (let each = 0; each < 3; each++)
    expect((await signIn({ email, password: 'a guess', ...attempt })).statusCode).toBe(401)
}
/** Whether this browser can sign in where its address and the account at that address would have to wait. */
const isKnown = async (email: string, device: string): Promise<boolean> => {
  const address = newNetwork()
  await guessAt(email, { address })
  return (await signIn({ email, address, device })).statusCode === 200
}
const as = ({ headers }: SignedInFan, device?: string) => ({
  ...headers,
  ...(device === undefined ? {} : { cookie: `device=${device}` }),
})

describe('a network with failed sign-ins', () => {
  test('lets a browser sign in at once that has signed in to the account before', async () => {
    const { user } = await identity.register()
    const device = await deviceOf(user.email)
    const address = newNetwork()
    await spray(address)
    expect((await signIn({ email: user.email, address, device })).statusCode).toBe(200)
  })

  test('makes other browsers wait for seconds, with a message', async () => {
    const { user } = await identity.register()
    const fields = { email: user.email, password: 'correct horse' }
    const comeTooEarly = async () => {
      const address = newNetwork()
      await spray(address)
      const reply = await identity.postForm('/api/auth/login', fields, { 'x-client-address': address })
      expect(reply.statusCode).toBe(429)
      return { address, reply }
    }
    // On a busy machine two seconds may pass before the request.
    const { address, reply } = await vi.waitFor(comeTooEarly, { timeout: 60_000 })
    const wait = Number(reply.headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(2)
    expect(reply.body).toMatch(/Many sign-ins have failed from your network. Please try again in [12] second/)
    const signedIn = async () => (await signIn({ email: user.email, address })).statusCode === 200
    await expect.poll(signedIn, { interval: 500 }).toBe(true)
  })

  test("does not accept another account's cookie, or an invented one", async () => {
    const [one, other] = [await identity.register(), await identity.register()]
    const device = await deviceOf(one.user.email)
    expect(await isKnown(other.user.email, device)).toBe(false)
    expect(await isKnown(other.user.email, 'invented')).toBe(false)
    expect(await isKnown(one.user.email, device)).toBe(true)
  })

  test('makes a known browser wait that guesses passwords', async () => {
    const { user } = await identity.register()
    const device = await deviceOf(user.email)
    await guessAt(user.email, { address: newNetwork(), device })
    const refused = await signIn({ email: user.email, address: newNetwork(), device })
    expect(refused.statusCode).toBe(429)
    expect((await signIn({ email: user.email, address: newNetwork() })).statusCode).toBe(200)
  })
})

describe('the device cookie', () => {
  test('is set at registration too, and stored only as a hash', async () => {
    const email = 'device@example.org'
    const payload = { email, password: 'correct horse' }
    const reply = await identity.app.inject({ method: 'POST', url: '/api/auth/register', payload })
    const device = deviceIn(reply)
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(await isKnown(email, device)).toBe(true)
    const rows = JSON.stringify(await identity.database('devices'))
    expect(rows).toContain(hashOf(device))
    expect(rows).not.toContain(device)
  })

  test('stays the same for all accounts of a browser', async () => {
    const [one, other] = [await identity.register(), await identity.register()]
    const device = await deviceOf(one.user.email)
    expect(await deviceOf(other.user.email, device)).toBe(device)
    expect([await isKnown(one.user.email, device), await isKnown(other.user.email, device)]).toEqual([true, true])
  })

  test('is never a value that was not issued', async () => {
    const { user } = await identity.register()
    const planted = 'p'.repeat(43)
    expect(await deviceOf(user.email, planted)).not.toBe(planted)
    expect(await isKnown(user.email, planted)).toBe(false)
  })

  test('survives a sign-out, and is forgotten by signing out everywhere', async () => {
    const fan = await identity.register()
    const device = await deviceOf(fan.user.email)
    const headers = as(fan, device)
    await identity.app.inject({ url: '/api/logout', headers: { ...headers, 'sec-fetch-site': 'same-origin' } })
    expect(await isKnown(fan.user.email, device)).toBe(true)
    const again = await identity.register()
    const other = await deviceOf(again.user.email)
    await identity.app.inject({ method: 'POST', url: '/api/auth/logout-everywhere', headers: as(again) })
    expect(await isKnown(again.user.email, other)).toBe(false)
  })

  test('is forgotten by a password change, except in the browser that made it', async () => {
    const fan = await identity.register()
    const [here, elsewhere] = [await deviceOf(fan.user.email), await deviceOf(fan.user.email)]
    const changed = await identity.app.inject({
      method: 'POST',
      url: '/api/auth/password',
      payload: { currentPassword: 'correct horse', password: 'correct horse' },
      headers: as(fan, here),
    })
    expect(changed.statusCode).toBe(204)
    expect(await isKnown(fan.user.email, elsewhere)).toBe(false)
    expect(await isKnown(fan.user.email, deviceIn(changed))).toBe(true)
  })

  test('is set for the browser that resets the password, and forgotten in all others', async () => {
    const { user } = await identity.register()
    const device = await deviceOf(user.email)
    await identity.app.inject({ method: 'POST', url: '/api/auth/password/forgot', payload: { email: user.email } })
    const payload = { token: await identity.tokenMailedTo(user.email), password: 'correct horse' }
    const reset = await identity.app.inject({ method: 'POST', url: '/api/auth/password/reset', payload })
    expect(reset.statusCode).toBe(204)
    expect(await isKnown(user.email, device)).toBe(false)
    expect(await isKnown(user.email, deviceIn(reset))).toBe(true)
  })

  test('expires after a year without use', async () => {
    const { user } = await identity.register()
    const device = await deviceOf(user.email)
    const used = () => identity.database('devices').where({ hash: hashOf(device) })
    await used().update({ last_used_at: identity.database.raw(`now() - interval '366 days'`) })
    await sweepExpired(identity.database)
    expect(await used()).toEqual([])
  })

  test('is stored for the fifty latest browsers of an account', async () => {
    const { user } = await identity.register()
    const rows = Array.from({ length: 50 }, (_, index) => ({
      hash: `${user.id} ${index}`,
      user_id: user.id,
      last_used_at: new Date(Date.now() - 86_400_000 + index * 1_000),
    }))
    await identity.database('devices').where({ user_id: user.id }).delete()
    await identity.database.batchInsert('devices', rows)
    const device = await deviceOf(user.email)
    const hashes = await identity.database('devices').where({ user_id: user.id }).pluck('hash')
    expect(hashes.sort()).toEqual([...rows.slice(1).map(({ hash }) => hash), hashOf(device)].sort())
  })
})
