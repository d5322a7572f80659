import { describe, expect, test } from 'vitest'
import { asDay, dayAfter, dayIn, daysBetween, instantsAt, shiftDays } from './zoned-days.ts'

const sydney = 'Australia/Sydney'

describe('calendar days in a time zone', () => {
  test('dayIn converts an instant to the day of its wall clock', () => {
    expect(dayIn(sydney, new Date('2026-11-20T13:30:00Z'))).toBe('2026-11-21')
    expect(dayIn('UTC', new Date('2026-11-20T13:30:00Z'))).toBe('2026-11-20')
    expect(dayIn('America/Los_Angeles', new Date('2026-11-20T05:00:00Z'))).toBe('2026-11-19')
  })
  test('asDay keeps a day and converts an instant to its day', () => {
    expect(asDay(sydney, '2026-11-20')).toBe('2026-11-20')
    expect(asDay(sydney, '2026-11-20T13:30:00Z')).toBe('2026-11-21')
    expect(asDay(sydney, '2026-11-20T23:30:00-05:00')).toBe('2026-11-21')
  })
  test('daysBetween and dayAfter count days over months and leap years', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
    expect(daysBetween('2026-11-20', '2026-11-13')).toBe(-7)
    expect(dayAfter('2026-12-30', 3)).toBe('2027-01-02')
  })
})

describe('shiftDays', () => {
  test('keeps the wall-clock time within one half of the year', () => {
    expect(shiftDays(sydney, new Date('2026-11-21T03:10:00.250Z'), 7)).toEqual(new Date('2026-11-28T03:10:00.250Z'))
  })
  test('keeps the wall-clock time over the start of summer time', () => {
    // 14:10 AEST (UTC+10) on Saturday; the clocks go forward on Sunday, 4 October 2026.
    expect(shiftDays(sydney, new Date('2026-10-03T04:10:00Z'), 7)).toEqual(new Date('2026-10-10T03:10:00Z'))
  })
  test('keeps the wall-clock time over the end of summer time, backwards too', () => {
    expect(shiftDays(sydney, new Date('2026-04-04T03:10:00Z'), 7)).toEqual(new Date('2026-04-11T04:10:00Z'))
    expect(shiftDays(sydney, new Date('2026-04-11T04:10:00Z'), -7)).toEqual(new Date('2026-04-04T03:10:00Z'))
  })
  test('moves a time that the change skips by an hour', () => {
    // 02:30 does not exist on 4 October 2026 in Sydney: 03:30 AEDT is meant.
    expect(shiftDays(sydney, new Date('2026-09-26T16:30:00Z'), 7)).toEqual(new Date('2026-10-03T16:30:00Z'))
  })
  test('keeps the wall-clock time that occurs twice', () => {
    const shifted = shiftDays(sydney, new Date('2026-03-28T15:30:00Z'), 7)
    expect(shifted).toEqual(new Date('2026-04-04T15:30:00Z'))
  })
  test('changes nothing for zero days', () => {
    const instant = new Date('2026-11-21T03:10:00Z')
    expect(shiftDays(sydney, instant, 0)).toEqual(instant)
  })
})

describe('instantsAt', () => {
  test.each([
    ['a summer day', '2026-11-21T10:40', '2026-11-20T23:40:00Z'],
    ['a winter day', '2026-07-04T10:40', '2026-07-04T00:40:00Z'],
    ['the minute before the clocks are put forward', '2026-10-04T01:30', '2026-10-03T15:30:00Z'],
    ['the hour after the clocks are put forward', '2026-10-04T03:30', '2026-10-03T16:30:00Z'],
  ])('returns one instant on %s', (_description, wallClock, instant) => {
    expect(instantsAt(sydney, wallClock)).toEqual([new Date(instant)])
  })
  test('returns no instant when the clocks are put forward over the time', () => {
    expect(instantsAt(sydney, '2026-10-04T02:30')).toEqual([])
    expect(instantsAt('Australia/Lord_Howe', '2026-10-04T02:15')).toEqual([])
    expect(instantsAt('Australia/Brisbane', '2026-10-04T02:30')).toEqual([new Date('2026-10-03T16:30:00Z')])
  })
  test('returns two instants when the clocks are put back over the time', () => {
    const twice = ['2026-04-04T15:30:00Z', '2026-04-04T16:30:00Z'].map((instant) => new Date(instant))
    expect(instantsAt(sydney, '2026-04-05T02:30')).toEqual(twice)
    expect(instantsAt('Australia/Lord_Howe', '2026-04-05T01:45')).toHaveLength(2)
    expect(instantsAt('Australia/Perth', '2026-04-05T02:30')).toHaveLength(1)
  })
})
