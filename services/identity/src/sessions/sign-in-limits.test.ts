import { createInProcessCache } from '@purple-sector/cache'
import { describe, expect, test } from 'vitest'
import { type Attempt, delayAfter, signInLimits } from './sign-in-limits.ts'

const minutes = (count: number) => count * 60_000
const passwordMatches = async () => true
const passwordDiffers = async () => false

const setUp = () => {
  let time = 0
  const cache = createInProcessCache({ now: () => time, limit: 100, keysPerKind: 100 })
  const limits = signInLimits(cache, { signIns: 20, signInsPerAccount: 3, signInsPerAddress: 5 })
  const failSignIns = async (count: number, attempt: Attempt) => {
    for (let each = 0; each < count; each++) await limits.guard(attempt, passwordDiffers)
  }
  /** Fails sign-ins to one account after another from the fan's address. */
  const failSignInsToManyAccounts = async (count: number) => {
    for (let each = 0; each < count; each++) await failSignIns(1, { ...fan, email: `sprayed-${each}@example.org` })
  }
  return { limits, failSignIns, failSignInsToManyAccounts, advanceTime: (ms: number) => (time += ms) }
}

const fan = { email: 'fan@example.org', address: '10.0.0.1' }
const fanInKnownBrowser = { ...fan, browser: 'the fan’s own' }
const neighbour = { ...fan, email: 'neighbour@example.org' }

describe('delayAfter', () => {
  test('is zero below the limit, then doubles up to the maximum', () => {
    const delay = { firstMs: minutes(1), maxMs: minutes(15) }
    expect([9, 10, 11, 12, 20].map((failures) => delayAfter(failures, 10, delay))).toEqual([
      0,
      minutes(1),
      minutes(2),
      minutes(4),
      minutes(15),
    ])
  })
})

describe('failed sign-ins', () => {
  test('delay the account at that address, also with the right password', async () => {
    const { limits, failSignIns } = setUp()
    await failSignIns(3, fan)
    const rejection = { kind: 'too-many', retryAfterSeconds: 60, message: expect.stringContaining('in 60 seconds') }
    await expect(limits.guard(fan, passwordMatches)).rejects.toMatchObject(rejection)
    await expect(limits.countAttempt({ ...fan, email: ' FAN@example.org' })).rejects.toMatchObject(rejection)
  })

  test('never lock the account at other addresses', async () => {
    const { limits, failSignIns } = setUp()
    await failSignIns(3, fan)
    expect(await limits.guard({ ...fan, address: '10.0.0.2' }, passwordMatches)).toBe(true)
  })

  test('in other browsers do not delay a browser that has signed in before', async () => {
    const { limits, failSignIns, failSignInsToManyAccounts } = setUp()
    await failSignIns(3, fan)
    await failSignInsToManyAccounts(2)
    await expect(limits.countAttempt(neighbour)).rejects.toMatchObject({ kind: 'too-many' })
    await limits.countAttempt(fanInKnownBrowser)
    expect(await limits.guard(fanInKnownBrowser, passwordMatches)).toBe(true)
  })

  test('in a known browser delay only that browser', async () => {
    const { limits, failSignIns } = setUp()
    await failSignIns(3, fanInKnownBrowser)
    await expect(limits.guard(fanInKnownBrowser, passwordMatches)).rejects.toMatchObject({
      kind: 'too-many',
      retryAfterSeconds: 60,
    })
    expect(await limits.guard({ ...fanInKnownBrowser, browser: 'another of theirs' }, passwordMatches)).toBe(true)
    expect(await limits.guard(fan, passwordMatches)).toBe(true)
    expect(await limits.guard({ ...fan, email: 'neighbour@example.org' }, passwordMatches)).toBe(true)
  })

  test('cause a longer delay after the next failure', async () => {
    const { limits, failSignIns, advanceTime } = setUp()
    await failSignIns(3, fan)
    advanceTime(minutes(1))
    await failSignIns(1, fan)
    const rejection = { retryAfterSeconds: 120, message: expect.stringContaining('in 2 minutes') }
    await expect(limits.countAttempt(fan)).rejects.toMatchObject(rejection)
    advanceTime(minutes(2))
    expect(await limits.guard(fan, passwordMatches)).toBe(true)
  })

  test('are still counted after 1,000 failures at other addresses', async () => {
    const { limits, failSignIns, advanceTime } = setUp()
    await failSignIns(3, fan)
    for (let each = 0; each < 1_000; each++)
      await failSignIns(1, { email: `stranger-${each}@example.org`, address: `10.1.${each >> 8}.${each & 255}` })
    advanceTime(minutes(1))
    await failSignIns(1, fan)
    await expect(limits.countAttempt(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 120 })
  })
})

describe('failed sign-ins at an address', () => {
  test('delay other accounts by seconds, with the delay in the message', async () => {
    const { limits, failSignInsToManyAccounts, advanceTime } = setUp()
    await failSignInsToManyAccounts(5)
    const rejection = { kind: 'too-many', retryAfterSeconds: 2, message: expect.stringContaining('in 2 seconds') }
    await expect(limits.countAttempt(neighbour)).rejects.toMatchObject(rejection)
    await expect(limits.guard(neighbour, passwordMatches)).rejects.toMatchObject(rejection)
    advanceTime(2_000)
    expect(await limits.guard(neighbour, passwordMatches)).toBe(true)
  })

  test('never delay other accounts by more than half a minute', async () => {
    const { limits, failSignIns, advanceTime } = setUp()
    for (let each = 0; each < 40; each++) {
      await failSignIns(1, { ...fan, email: `sprayed-${each}@example.org` })
      advanceTime(30_000)
    }
    await failSignIns(1, { ...fan, email: 'one-more@example.org' })
    await expect(limits.countAttempt(neighbour)).rejects.toMatchObject({ retryAfterSeconds: 30 })
    advanceTime(30_000)
    expect(await limits.guard(neighbour, passwordMatches)).toBe(true)
  })
})

describe('sign-ins to one account', () => {
  test('are limited per origin, whether they succeed or fail', async () => {
    const { limits } = setUp()
    for (let each = 0; each < 20; each++) await limits.countAttempt(fan)
    await expect(limits.countAttempt(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 60 })
    for (const other of [fanInKnownBrowser, neighbour, { ...fan, address: '10.0.0.2' }])
      await limits.countAttempt(other)
  })

  test('are counted from zero after a minute', async () => {
    const { limits, advanceTime } = setUp()
    for (let each = 0; each < 20; each++) await limits.countAttempt(fan)
    advanceTime(minutes(1))
    await limits.countAttempt(fan)
  })
})
