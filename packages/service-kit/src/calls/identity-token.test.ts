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

/** In a function of its own: one that waits holds whatever it has seen. */
const weakCaller = async (verify: IdentityVerifier): Promise<WeakRef<object>> =>
  new WeakRef((await verify(await sign(ann))) ?? {})

/** What a weak reference names is held until the turn of the loop ends in which it was made or asked. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a token is checked once while the gateway sends it', async () => {
  const verify = identityVerifier(keys.publicKey, Date.now)
  const token = await sign(ann)
  const caller = await verify(token)
  expect(caller).toEqual(ann)
  await vi.advanceTimersByTimeAsync(minutes(9))
  expect(await verify(token)).toBe(caller)
})

test('a token is let go when nobody sends it any more, though it is never asked for again', async () => {
  const verify = identityVerifier(keys.publicKey, Date.now)
  const held = await weakCaller(verify)
  const isHeld = async (): Promise<boolean> => {
    await endOfTurn()
    collect()
    return held.deref() !== undefined
  }
  expect(await isHeld()).toBe(true)
  await vi.advanceTimersByTimeAsync(minutes(11))
  expect(await isHeld()).toBe(false)
  // Others are known as before.
  expect(await verify(await sign(ann))).toEqual(ann)
})

test('ten minutes of leeway are for a clock that is wrong, and no more', async () => {
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
