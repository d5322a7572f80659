import { describe, expect, test } from 'vitest'
import { type CountingRace, countsFrom, decideTip, type TipContext } from './tip.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)
const race = (raceId: number, locksAt: string, over: Partial<CountingRace> = {}): CountingRace => ({
  raceId,
  name: `Race ${raceId}`,
  locksAt: at(locksAt),
  startsAt: new Date(at(locksAt).getTime() + 120_000),
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
  ...over,
})
const code = (expected: string) => expect.objectContaining({ code: expected })

describe('a fan hands in a tip', () => {
  test('it is stamped with the clock it was judged by', () => {
    expect(decideTip(tipContext(), 7, at('03:00:00'))).toEqual({
      kind: 'submitted',
      carId: 7,
      submittedAt: at('03:00:00'),
    })
  })
  test('it counts from the first race that is still open', () => {
    expect(countsFrom([qualifying, race1], at('04:30:00'))).toBe(race1)
  })
  test('at the very deadline it is too late for that race', () => {
    expect(countsFrom([qualifying, race1], at('03:58:00'))).toBe(race1)
  })
  test('a race without a time is open', () => {
    const untimed = { ...race1, locksAt: null, startsAt: null }
    expect(countsFrom([qualifying, untimed], at('23:00:00'))).toBe(untimed)
  })
  test('with nothing open it is refused', () => {
    expect(() => decideTip(tipContext(), 7, at('05:58:00'))).toThrow(code('TIPS_CLOSED'))
  })
  test('the car it already has is no change, whatever the clock or the car say', () => {
    const tip = { id: 3, carId: 7, submittedAt: at('01:00:00') }
    expect(decideTip(tipContext({ tip, car: { id: 7, isOut: true } }), 7, at('23:00:00'))).toEqual({
      kind: 'unchanged',
      tip,
    })
  })
  test('a car of another category is refused by the name of the field', () => {
    expect(() => decideTip(tipContext({ car: undefined }), 9, at('03:00:00'))).toThrow(
      expect.objectContaining({
        kind: 'bad-request',
        code: 'CAR_NOT_ENTERED',
        issues: [expect.objectContaining({ path: 'carId' })],
      }),
    )
  })
  test('a car that is out cannot be newly tipped', () => {
    expect(() => decideTip(tipContext({ car: { id: 7, isOut: true } }), 7, at('03:00:00'))).toThrow(code('CAR_OUT'))
  })
})

describe('a group that locks tips after its first event', () => {
  test('refuses changes once the first counting race has started', () => {
    expect(() => decideTip(tipContext({ locksAfterFirstEvent: true }), 7, at('04:00:00'))).toThrow(code('TIPS_LOCKED'))
  })
  test('takes them between the lock of that race and its start', () => {
    expect(decideTip(tipContext({ locksAfterFirstEvent: true }), 7, at('03:59:00'))).toMatchObject({
      kind: 'submitted',
    })
  })
  test('refuses them when a race was set running early', () => {
    const running = { ...race1, hasStarted: true }
    const locked = tipContext({ locksAfterFirstEvent: true, races: [qualifying, running] })
    expect(() => decideTip(locked, 7, at('01:00:00'))).toThrow(code('TIPS_LOCKED'))
  })
})
