import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-token-repository.ts'
import { deleteExpired } from './expired-rows-sql.ts'

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
const deviceCookieIn = (reply: { headers: Record<string, unknown> }): string => identity.cookieOf(reply, 'device') ?? ''
const signInForDevice = async (email: string, sentDevice?: string): Promise<string> =>
  deviceCookieIn(
    await signIn({ email, address: newNetwork(), ...(sentDevice === undefined ? {} : { device: sentDevice }) }),
  )

/** Fails sign-ins to several accounts from one network. */
const failSignInsToManyAccounts = async (address: string) => {
  for (const each of [1, 2, 3]) {
    const reply = await signIn({ email: `${address}-${each}@example.org`, address, password: 'a guess' })
    expect(reply.statusCode).toBe(401)
  }
}
const failSignIns = async (email: string, attempt: { address: string; device?: string }) => {
  for (let each = 0; each < 3; each++)
    expect((await signIn({ email, password: 'a guess', ...attempt })).statusCode).toBe(401)
}
/** Whether this browser can sign in while the account is delayed at its address. */
const isKnown = async (email: string, device: string): Promise<boolean> => {
  const address = newNetwork()
  await failSignIns(email, { address })
  return (await signIn({ email, address, device })).statusCode === 200
}
const headersOf = ({ headers }: SignedInFan, device?: string) => ({
  ...headers,
  ...(device === undefined ? {} : { cookie: `device=${device}` }),
})

describe('sign-in limits after failures in a network', () => {
  test('do not delay a browser that has signed in to the account before', async () => {
    const { user } = await identity.register()
    const device = await signInForDevice(user.email)
    const address = newNetwork()
    await failSignInsToManyAccounts(address)
    expect((await signIn({ email: user.email, address, device })).statusCode).toBe(200)
  })

  test('delay other browsers by seconds, with a message', async () => {
    const { user } = await identity.register()
    const fields = { email: user.email, password: 'correct horse' }
    const signInDuringDelay = async () => {
      const address = newNetwork()
      await failSignInsToManyAccounts(address)
      const reply = await identity.postForm('/api/auth/login', fields, { 'x-client-address': address })
      expect(reply.statusCode).toBe(429)
      return { address, reply }
    }
    // On a busy machine two seconds may pass before the request.
    const { address, reply } = await vi.waitFor(signInDuringDelay, { timeout: 60_000 })
    const wait = Number(reply.headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(2)
    expect(reply.body).toMatch(/Many sign-ins have failed from your network. Please try again in [12] second/)
    const signedIn = async () => (await signIn({ email: user.email, address })).statusCode === 200
    await expect.poll(signedIn, { interval: 500 }).toBe(true)
  })

  test("delay a browser with another account's device cookie or an invented one", async () => {
    const [one, other] = [await identity.register(), await identity.register()]
    const device = await signInForDevice(one.user.email)
    expect(await isKnown(other.user.email, device)).toBe(false)
    expect(await isKnown(other.user.email, 'invented')).toBe(false)
    expect(await isKnown(one.user.email, device)).toBe(true)
  })

  test('delay a known browser that guesses passwords', async () => {
    const { user } = await identity.register()
    const device = await signInForDevice(user.email)
    await failSignIns(user.email, { address: newNetwork(), device })
    const rejection = await signIn({ email: user.email, address: newNetwork(), device })
    expect(rejection.statusCode).toBe(429)
    expect((await signIn({ email: user.email, address: newNetwork() })).statusCode).toBe(200)
  })
})

describe('the device cookie', () => {
  test('is set at registration too, and stored only as a hash', async () => {
    const email = 'device@example.org'
    const payload = { email, password: 'correct horse' }
    const reply = await identity.app.inject({ method: 'POST', url: '/api/auth/register', payload })
    const device = deviceCookieIn(reply)
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(await isKnown(email, device)).toBe(true)
    const rows = JSON.stringify(await identity.database('devices'))
    expect(rows).toContain(hashOf(device))
    expect(rows).not.toContain(device)
  })

  test('stays the same for all accounts of a browser', async () => {
    const [one, other] = [await identity.register(), await identity.register()]
    const device = await signInForDevice(one.user.email)
    expect(await signInForDevice(other.user.email, device)).toBe(device)
    expect([await isKnown(one.user.email, device), await isKnown(other.user.email, device)]).toEqual([true, true])
  })

  test('is never a value that was not issued', async () => {
    const { user } = await identity.register()
    const inventedDevice = 'p'.repeat(43)
    expect(await signInForDevice(user.email, inventedDevice)).not.toBe(inventedDevice)
    expect(await isKnown(user.email, inventedDevice)).toBe(false)
  })

  test('survives a sign-out, and is deleted by signing out everywhere', async () => {
    const fan = await identity.register()
    const device = await signInForDevice(fan.user.email)
    const headers = headersOf(fan, device)
    await identity.app.inject({ url: '/api/logout', headers: { ...headers, 'sec-fetch-site': 'same-origin' } })
    expect(await isKnown(fan.user.email, device)).toBe(true)
    const again = await identity.register()
    const other = await signInForDevice(again.user.email)
    await identity.app.inject({ method: 'POST', url: '/api/auth/logout-everywhere', headers: headersOf(again) })
    expect(await isKnown(again.user.email, other)).toBe(false)
  })

  test('is deleted by a password change, except in the browser that made it', async () => {
    const fan = await identity.register()
    const [ownDevice, otherDevice] = [await signInForDevice(fan.user.email), await signInForDevice(fan.user.email)]
    const changeReply = await identity.app.inject({
      method: 'POST',
      url: '/api/auth/password',
      payload: { currentPassword: 'correct horse', password: 'correct horse' },
      headers: headersOf(fan, ownDevice),
    })
    expect(changeReply.statusCode).toBe(204)
    expect(await isKnown(fan.user.email, otherDevice)).toBe(false)
    expect(await isKnown(fan.user.email, deviceCookieIn(changeReply))).toBe(true)
  })

  test('is set for the browser that resets the password, and deleted for all other browsers', async () => {
    const { user } = await identity.register()
    const device = await signInForDevice(user.email)
    await identity.app.inject({ method: 'POST', url: '/api/auth/password/forgot', payload: { email: user.email } })
    const payload = { token: await identity.tokenMailedTo(user.email), password: 'correct horse' }
    const reset = await identity.app.inject({ method: 'POST', url: '/api/auth/password/reset', payload })
    expect(reset.statusCode).toBe(204)
    expect(await isKnown(user.email, device)).toBe(false)
    expect(await isKnown(user.email, deviceCookieIn(reset))).toBe(true)
  })

  test('expires after a year without use', async () => {
    const { user } = await identity.register()
    const device = await signInForDevice(user.email)
    const findDevice = () => identity.database('devices').where({ hash: hashOf(device) })
    await findDevice().update({ last_used_at: identity.database.raw(`now() - interval '366 days'`) })
    await deleteExpired(identity.database)
    expect(await findDevice()).toEqual([])
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
    const device = await signInForDevice(user.email)
    const hashes = await identity.database('devices').where({ user_id: user.id }).pluck('hash')
    expect(hashes.sort()).toEqual([...rows.slice(1).map(({ hash }) => hash), hashOf(device)].sort())
  })
})
