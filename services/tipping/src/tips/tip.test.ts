import { describe, expect, test } from 'vitest'
import { type CountingRace, countsFrom, decideTip, type TipContext } from './tip.ts'

const timeOf = (time: string) => new Date(`2026-11-21T${time}Z`)
const race = (raceId: number, locksAt: string, over: Partial<CountingRace> = {}): CountingRace => ({
  raceId,
  name: `Race ${raceId}`,
  locksAt: timeOf(locksAt),
  startsAt: new Date(timeOf(locksAt).getTime() + 120_000),
  hasStarted: false,
  isScored: false,
  ...over,
})
const qualifying = race(1, '03:58:00')
const race1 = race(2, '05:58:00')
const tipContext = (over: Partial<TipContext> = {}): TipContext => ({
  races: [qualifying, race1],
  car: { id: 7, isOut: false },
  tip: undefined,
  locksAfterFirstEvent: false,
  isAnnounced: true,
  ...over,
})
const code = (expected: string) => expect.objectContaining({ code: expected })

describe('decideTip', () => {
  test('stamps the tip with the clock it was decided by', () => {
    expect(decideTip(tipContext(), 7, timeOf('03:00:00'))).toEqual({
      kind: 'submitted',
      carId: 7,
      submittedAt: timeOf('03:00:00'),
    })
  })
  test('rejects a tip in a weekend that is not announced, and keeps the one made before', () => {
    const hidden = tipContext({
      isAnnounced: false,
      tip: { id: 1, carId: 7, submittedAt: timeOf('02:00:00'), isAutomatic: false, isCopy: false },
    })
    expect(() => decideTip(hidden, 8, timeOf('03:00:00'))).toThrow(code('WEEKEND_NOT_ANNOUNCED'))
    expect(decideTip(hidden, 7, timeOf('03:00:00'))).toMatchObject({ kind: 'unchanged' })
  })
  test('counts the tip from the first race that is still open', () => {
    expect(countsFrom([qualifying, race1], timeOf('04:30:00'))).toBe(race1)
  })
  test('does not count the tip for a race at its deadline', () => {
    expect(countsFrom([qualifying, race1], timeOf('03:58:00'))).toBe(race1)
  })
  test('treats a race without a time as open', () => {
    const untimed = { ...race1, locksAt: null, startsAt: null }
    expect(countsFrom([qualifying, untimed], timeOf('23:00:00'))).toBe(untimed)
  })
  test('rejects a tip when no race is open', () => {
    expect(() => decideTip(tipContext(), 7, timeOf('05:58:00'))).toThrow(code('TIPS_CLOSED'))
  })
  test('returns an unchanged tip for the same car, whatever the time and the car’s status', () => {
    const tip = { id: 3, carId: 7, submittedAt: timeOf('01:00:00'), isAutomatic: false, isCopy: false }
    expect(decideTip(tipContext({ tip, car: { id: 7, isOut: true } }), 7, timeOf('23:00:00'))).toEqual({
      kind: 'unchanged',
      tip,
    })
  })
  test('rejects a car of another category, with the name of the field', () => {
    expect(() => decideTip(tipContext({ car: undefined }), 9, timeOf('03:00:00'))).toThrow(
      expect.objectContaining({
        kind: 'bad-request',
        code: 'CAR_NOT_ENTERED',
        issues: [expect.objectContaining({ path: 'carId' })],
      }),
    )
  })
  test('rejects a new tip on a car that is out', () => {
    expect(() => decideTip(tipContext({ car: { id: 7, isOut: true } }), 7, timeOf('03:00:00'))).toThrow(code('CAR_OUT'))
  })
})

describe('decideTip in a group that locks tips after its first event', () => {
  test('rejects changes once the first counting race has started', () => {
    expect(() => decideTip(tipContext({ locksAfterFirstEvent: true }), 7, timeOf('04:00:00'))).toThrow(
      code('TIPS_LOCKED'),
    )
  })
  test('accepts changes between the lock of that race and its start', () => {
    expect(decideTip(tipContext({ locksAfterFirstEvent: true }), 7, timeOf('03:59:00'))).toMatchObject({
      kind: 'submitted',
    })
  })
  test('rejects changes when a race was set running early', () => {
    const running = { ...race1, hasStarted: true }
    const locked = tipContext({ locksAfterFirstEvent: true, races: [qualifying, running] })
    expect(() => decideTip(locked, 7, timeOf('01:00:00'))).toThrow(code('TIPS_LOCKED'))
  })
})
