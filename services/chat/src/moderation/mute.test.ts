import { describe, expect, test } from 'vitest'
import { assertMutable, isSameMute } from './mute.ts'

const now = new Date('2026-11-22T10:00:00.000Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const fan = { isAdmin: false }

describe('assertMutable and isSame', () => {
  test('accepts an end within seven days only', () => {
    expect(() => assertMutable(fan, days(0.001), now)).not.toThrow()
    expect(() => assertMutable(fan, days(7), now)).not.toThrow()
    expect(() => assertMutable(fan, new Date(days(7).getTime() + 1), now)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', issues: [expect.objectContaining({ path: 'until' })] }),
    )
  })
  test('rejects an end in the past', () => {
    for (const until of [now, days(-1)])
      expect(() => assertMutable(fan, until, now)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  })
  test('compares end and reason of mutes', () => {
    const mute = { until: days(1), reason: 'Spoilers' }
    expect(isSameMute(mute, days(1), 'Spoilers')).toBe(true)
    expect(isSameMute(mute, days(2), 'Spoilers')).toBe(false)
    expect(isSameMute(mute, days(1), 'Insults')).toBe(false)
    expect(isSameMute(undefined, days(1), 'Spoilers')).toBe(false)
  })
})
