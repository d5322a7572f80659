import { describe, expect, test } from 'vitest'
import { clockOf, clockText, tagOf, zoneOf } from './countdown-zones.ts'

const MINUTE = 60_000

describe('zoneOf', () => {
  test.each([
    [1440 * MINUTE + 1, 'normal'],
    [1440 * MINUTE, 'soon'],
    [120 * MINUTE + 1, 'soon'],
    [120 * MINUTE, 'urgent'],
    [30 * MINUTE + 1, 'urgent'],
    [30 * MINUTE, 'critical'],
    [1, 'critical'],
    [0, 'live'],
    [-1, 'live'],
  ])('reads %d ms left as %s', (msLeft, zone) => {
    expect(zoneOf(msLeft)).toBe(zone)
  })
})

describe('clockOf', () => {
  test('counts a started second as whole', () => {
    expect(clockOf(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
    expect(clockOf(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })
  test('shows hours up to 99 before days', () => {
    expect(clockOf((52 * 60 + 14) * MINUTE + 9000)).toEqual({ days: 0, hours: 52, minutes: 14, seconds: 9 })
    expect(clockOf(250 * 60 * MINUTE)).toEqual({ days: 10, hours: 10, minutes: 0, seconds: 0 })
  })
  test('formats a clock for speech without leading zeros, and without seconds while there are hours', () => {
    expect(clockText(clockOf(61 * MINUTE + 5000))).toBe('1 hour 1 minute')
    expect(clockText(clockOf(2 * MINUTE + 1000))).toBe('2 minutes 1 second')
  })
})

test('tagOf does not announce a closing once tips have closed', () => {
  expect(tagOf('critical', false)).toBe('CLOSING SOON')
  expect(tagOf('critical', true)).toBe('STARTING SOON')
  expect(tagOf('live', true)).toBe('EVENT LIVE')
})
