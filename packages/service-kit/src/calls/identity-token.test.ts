import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { generateIdentityKeys, type IdentityVerifier, identitySigner, identityVerifier } from './identity-token.ts'

const keys = generateIdentityKeys()
const sign = identitySigner(keys.privateKey)
const ann = { userId: 'u1', username: 'ann', firstName: null, lastName: null, isAdmin: false, sessionId: 's1' }

const minutes = (count: number): number => count * 60_000
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Separate function, because an async function retains its local values while it waits. */
const verifyWeakly = async (verify: IdentityVerifier): Promise<WeakRef<object>> =>
  new WeakRef((await verify(await sign(ann))) ?? {})

/** The target of a weak reference stays alive until the end of the event-loop turn that created or read it. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('verifies a token once while the gateway sends it', async () => {
  const verify = identityVerifier(keys.publicKey, Date.now)
  const token = await sign(ann)
  const caller = await verify(token)
  expect(caller).toEqual(ann)
  await vi.advanceTimersByTimeAsync(minutes(9))
  expect(await verify(token)).toBe(caller)
})

test('releases a token that is no longer sent', async () => {
  const verify = identityVerifier(keys.publicKey, Date.now)
  const weakCaller = await verifyWeakly(verify)
  const isRetained = async (): Promise<boolean> => {
    await endOfTurn()
    collect()
    return weakCaller.deref() !== undefined
  }
  expect(await isRetained()).toBe(true)
  await vi.advanceTimersByTimeAsync(minutes(11))
  expect(await isRetained()).toBe(false)
  // Other tokens are still cached.
  expect(await verify(await sign(ann))).toEqual(ann)
})

test('accepts a token up to ten minutes after its expiry', async () => {
  const verify = identityVerifier(keys.publicKey, Date.now)
  const token = await sign(ann)
  await vi.advanceTimersByTimeAsync(minutes(15))
  const caller = await verify(token)
  expect(caller).toEqual(ann)
  await vi.advanceTimersByTimeAsync(minutes(4))
  expect(await verify(token)).toBe(caller)
  await vi.advanceTimersByTimeAsync(minutes(2))
  expect(await verify(token)).toBeUndefined()
})
