import { createInProcessCache } from '@purple-sector/cache'
import { describe, expect, it } from 'vitest'
import { delayAfter, signInLimits } from './sign-in-limits.ts'

const minutes = (count: number) => count * 60_000
const right = async () => true
const wrong = async () => false

const setUp = () => {
  let time = 0
  const now = () => time
  const limits = signInLimits(createInProcessCache({ now, limit: 100, countedPerKind: 100 }), {
    signInsPerAccount: 3,
    signInsPerAddress: 5,
  })
  const failTimes = async (count: number, attempt: { email: string; address: string }) => {
    for (let each = 0; each < count; each++) await limits.guard(attempt)(wrong)
  }
  return { limits, failTimes, pass: (ms: number) => (time += ms) }
}

const fan = { email: 'fan@example.org', address: '10.0.0.1' }

describe('failed sign-ins', () => {
  it('cost nothing below the limit, then a delay that doubles up to the window', () => {
    expect([9, 10, 11, 12, 20].map((failures) => delayAfter(failures, 10, minutes(15)))).toEqual([
      0,
      minutes(1),
      minutes(2),
      minutes(4),
      minutes(15),
    ])
  })

  it('make the account wait at that address, with the right password too', async () => {
    const { limits, failTimes } = setUp()
    await failTimes(3, fan)
    await expect(limits.guard(fan)(right)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 60 })
    await expect(limits.refuse({ ...fan, email: ' FAN@example.org' })).rejects.toMatchObject({ kind: 'too-many' })
  })

  it('never lock the account: another address may sign in', async () => {
    const { limits, failTimes } = setUp()
    await failTimes(3, fan)
    expect(await limits.guard({ ...fan, address: '10.0.0.2' })(right)).toBe(true)
  })

  it('are forgiven after the wait, and the next one makes the wait longer', async () => {
    const { limits, failTimes, pass } = setUp()
    await failTimes(3, fan)
    pass(minutes(1))
    await failTimes(1, fan)
    await expect(limits.refuse(fan)).rejects.toMatchObject({ retryAfterSeconds: 120 })
    pass(minutes(2))
    expect(await limits.guard(fan)(right)).toBe(true)
  })

  it('spread over many accounts make the address wait', async () => {
    const { limits, failTimes } = setUp()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await failTimes(1, { ...fan, email: `${name}@example.org` })
    await expect(limits.refuse({ ...fan, email: 'f@example.org' })).rejects.toMatchObject({ retryAfterSeconds: 60 })
  })

  it('are remembered, however many strangers fail elsewhere', async () => {
    const { limits, failTimes, pass } = setUp()
    await failTimes(3, fan)
    for (let each = 0; each < 1_000; each++)
      await failTimes(1, { email: `stranger-${each}@example.org`, address: `10.1.${each >> 8}.${each & 255}` })
    pass(minutes(1))
    await failTimes(1, fan)
    await expect(limits.refuse(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 120 })
  })
})
