import { describe, expect, test } from 'vitest'
import { type Circumstances, decideDelivery, retryDelayAfter } from './delivery.ts'

const sendable: Circumstances = {
  isDeliverable: true,
  isSeen: false,
  isEnabled: true,
  isObsolete: false,
  isUrgent: false,
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Australia/Sydney' },
}
const evening = new Date('2026-11-22T11:30:00Z')
const noon = new Date('2026-11-22T01:00:00Z')

describe('decideDelivery', () => {
  test('sends outside of quiet hours', () => {
    expect(decideDelivery(sendable, noon)).toEqual({ kind: 'send' })
    expect(decideDelivery({ ...sendable, quietHours: null }, evening)).toEqual({ kind: 'send' })
  })
  test('delays until the end of quiet hours', () => {
    const until = new Date('2026-11-22T20:00:00Z')
    expect(decideDelivery(sendable, evening)).toEqual({ kind: 'delay', until })
  })
  test('sends the last reminder in quiet hours', () => {
    expect(decideDelivery({ ...sendable, isUrgent: true }, evening)).toEqual({ kind: 'send' })
  })
  test.each<Partial<Circumstances>>([
    { isDeliverable: false },
    { isSeen: true },
    { isEnabled: false },
    { isObsolete: true },
  ])('drops a delivery with %o', (overrides) => {
    expect(decideDelivery({ ...sendable, ...overrides }, evening)).toEqual({ kind: 'drop' })
  })
  test('retryDelayAfter doubles the delay, and is at least what the push service requests', () => {
    expect([1, 2, 3, 12].map((attempts) => retryDelayAfter(attempts))).toEqual([5, 10, 20, 600])
    expect(retryDelayAfter(1, 120)).toBe(120)
  })
})
