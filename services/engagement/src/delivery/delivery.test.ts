import { describe, expect, test } from 'vitest'
import { type Circumstances, decideDelivery, pauseAfter } from './delivery.ts'

const usual: Circumstances = {
  isPossible: true,
  isSeen: false,
  isChosen: true,
  isPointless: false,
  isUrgent: false,
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Australia/Sydney' },
}
const evening = new Date('2026-11-22T11:30:00Z')
const noon = new Date('2026-11-22T01:00:00Z')

describe('a notification on its way', () => {
  test('is sent outside of quiet hours', () => {
    expect(decideDelivery(usual, noon)).toEqual({ kind: 'send' })
    expect(decideDelivery({ ...usual, quietHours: null }, evening)).toEqual({ kind: 'send' })
  })
  test('waits for the end of quiet hours', () => {
    const until = new Date('2026-11-22T20:00:00Z')
    expect(decideDelivery(usual, evening)).toEqual({ kind: 'hold', until })
  })
  test('is sent in quiet hours where it is the last reminder', () => {
    expect(decideDelivery({ ...usual, isUrgent: true }, evening)).toEqual({ kind: 'send' })
  })
  test.each<Partial<Circumstances>>([
    { isPossible: false },
    { isSeen: true },
    { isChosen: false },
    { isPointless: true },
  ])('is dropped for good where %o', (but) => {
    expect(decideDelivery({ ...usual, ...but }, evening)).toEqual({ kind: 'drop' })
  })
  test('is tried again ever later, and not before the push service asks for it', () => {
    expect([1, 2, 3, 12].map((attempts) => pauseAfter(attempts))).toEqual([5, 10, 20, 600])
    expect(pauseAfter(1, 120)).toBe(120)
  })
})
