import { createInProcessCache } from '@purple-sector/cache'
import { describe, expect, test } from 'vitest'
import { type Attempt, delayAfter, signInLimits } from './sign-in-limits.ts'

const minutes = (count: number) => count * 60_000
const right = async () => true
const wrong = async () => false

const setUp = () => {
  let time = 0
  const cache = createInProcessCache({ now: () => time, limit: 100, countedPerKind: 100 })
  const limits = signInLimits(cache, { signIns: 20, signInsPerAccount: 3, signInsPerAddress: 5 })
  const failTimes = async (count: number, attempt: Attempt) => {
    for (let each = 0; each < count; each++) await limits.guard(attempt, wrong)
  }
  /** Fails sign-ins to one account after another from the fan's address. */
  const spray = async (count: number) => {
    for (let each = 0; each < count; each++) await failTimes(1, { ...fan, email: `sprayed-${each}@example.org` })
  }
  return { limits, failTimes, spray, pass: (ms: number) => (time += ms) }
}

const fan = { email: 'fan@example.org', address: '10.0.0.1' }
const known = { ...fan, browser: 'the fan’s own' }
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
  test('make the account wait at that address, also with the right password', async () => {
    const { limits, failTimes } = setUp()
    await failTimes(3, fan)
    const refusal = { kind: 'too-many', retryAfterSeconds: 60, message: expect.stringContaining('in 60 seconds') }
    await expect(limits.guard(fan, right)).rejects.toMatchObject(refusal)
    await expect(limits.admit({ ...fan, email: ' FAN@example.org' })).rejects.toMatchObject(refusal)
  })

  test('never lock the account at other addresses', async () => {
    const { limits, failTimes } = setUp()
    await failTimes(3, fan)
    expect(await limits.guard({ ...fan, address: '10.0.0.2' }, right)).toBe(true)
  })

  test('of others do not affect a browser that has signed in before', async () => {
    const { limits, failTimes, spray } = setUp()
    await failTimes(3, fan)
    await spray(2)
    await expect(limits.admit(neighbour)).rejects.toMatchObject({ kind: 'too-many' })
    await limits.admit(known)
    expect(await limits.guard(known, right)).toBe(true)
  })

  test('in a known browser make only that browser wait', async () => {
    const { limits, failTimes } = setUp()
    await failTimes(3, known)
    await expect(limits.guard(known, right)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 60 })
    expect(await limits.guard({ ...known, browser: 'another of theirs' }, right)).toBe(true)
    expect(await limits.guard(fan, right)).toBe(true)
    expect(await limits.guard({ ...fan, email: 'neighbour@example.org' }, right)).toBe(true)
  })

  test('are followed by a longer wait after the next failure', async () => {
    const { limits, failTimes, pass } = setUp()
    await failTimes(3, fan)
    pass(minutes(1))
    await failTimes(1, fan)
    const refusal = { retryAfterSeconds: 120, message: expect.stringContaining('in 2 minutes') }
    await expect(limits.admit(fan)).rejects.toMatchObject(refusal)
    pass(minutes(2))
    expect(await limits.guard(fan, right)).toBe(true)
  })

  test('are remembered however many others fail elsewhere', async () => {
    const { limits, failTimes, pass } = setUp()
    await failTimes(3, fan)
    for (let each = 0; each < 1_000; each++)
      await failTimes(1, { email: `stranger-${each}@example.org`, address: `10.1.${each >> 8}.${each & 255}` })
    pass(minutes(1))
    await failTimes(1, fan)
    await expect(limits.admit(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 120 })
  })
})

describe('failed sign-ins at an address', () => {
  test('delay others by seconds, with a message that says how long', async () => {
    const { limits, spray, pass } = setUp()
    await spray(5)
    const refusal = { kind: 'too-many', retryAfterSeconds: 2, message: expect.stringContaining('in 2 seconds') }
    await expect(limits.admit(neighbour)).rejects.toMatchObject(refusal)
    await expect(limits.guard(neighbour, right)).rejects.toMatchObject(refusal)
    pass(2_000)
    expect(await limits.guard(neighbour, right)).toBe(true)
  })

  test('never delay others by more than half a minute', async () => {
    const { limits, failTimes, pass } = setUp()
    for (let each = 0; each < 40; each++) {
      await failTimes(1, { ...fan, email: `sprayed-${each}@example.org` })
      pass(30_000)
    }
    await failTimes(1, { ...fan, email: 'one-more@example.org' })
    await expect(limits.admit(neighbour)).rejects.toMatchObject({ retryAfterSeconds: 30 })
    pass(30_000)
    expect(await limits.guard(neighbour, right)).toBe(true)
  })
})

describe('sign-ins to one account', () => {
  test('are limited per origin, whether they succeed or fail', async () => {
    const { limits } = setUp()
    for (let each = 0; each < 20; each++) await limits.admit(fan)
    await expect(limits.admit(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 60 })
    for (const other of [known, neighbour, { ...fan, address: '10.0.0.2' }]) await limits.admit(other)
  })

  test('are counted from zero after a minute', async () => {
    const { limits, pass } = setUp()
    for (let each = 0; each < 20; each++) await limits.admit(fan)
    pass(minutes(1))
    await limits.admit(fan)
  })
})
