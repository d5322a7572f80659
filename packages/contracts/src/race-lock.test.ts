import { describe, expect, test } from 'vitest'
import { decideLock, isLocked, type RaceLock, type RaceState } from './race-lock.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)
const race = (over: Partial<RaceState> = {}): RaceState => ({
  startTime: at('06:00:00'),
  status: 'upcoming',
  reopened: 0,
  ...over,
})
const known = (over: Partial<RaceLock> = {}): RaceLock => ({
  locksAt: at('05:58:00'),
  startsAt: at('06:00:00'),
  reopened: 0,
  ...over,
})

describe('decideLock', () => {
  test('locks a race two minutes before its start', () => {
    expect(decideLock(undefined, race(), at('01:00:00'))).toEqual(at('05:58:00'))
  })
  test('leaves a race without a time open', () => {
    expect(decideLock(undefined, race({ startTime: null }), at('01:00:00'))).toBeNull()
  })
  test('locks a race entered after its start from the beginning', () => {
    expect(decideLock(undefined, race(), at('07:00:00'))).toEqual(at('05:58:00'))
  })
  test('locks a race at once that is running when first seen', () => {
    expect(decideLock(undefined, race({ status: 'running' }), at('05:00:00'))).toEqual(at('05:00:00'))
  })
  test('counts a race as locked at the very moment of its lock', () => {
    expect(isLocked(known(), at('05:57:59.999'))).toBe(false)
    expect(isLocked(known(), at('05:58:00'))).toBe(true)
  })
  test('locks a race at the moment it is set running early', () => {
    expect(decideLock(known(), race({ status: 'running' }), at('05:30:00'))).toEqual(at('05:30:00'))
  })
  test('keeps the lock when a race starts late', () => {
    expect(decideLock(known(), race({ status: 'running' }), at('06:20:00'))).toEqual(at('05:58:00'))
  })
  test('moves the lock of an open race with its start', () => {
    const moved = race({ startTime: at('08:00:00') })
    expect(decideLock(known(), moved, at('05:00:00'))).toEqual(at('07:58:00'))
  })
  test('never moves a lock to a moment before the move', () => {
    const moved = race({ startTime: at('04:00:00') })
    expect(decideLock(known(), moved, at('05:00:00'))).toEqual(at('05:00:00'))
  })
  test('keeps a locked race locked when it moves', () => {
    const moved = race({ startTime: at('09:00:00') })
    expect(decideLock(known(), moved, at('06:30:00'))).toEqual(at('05:58:00'))
  })
  test('keeps the lock of an open race at other changes', () => {
    const early = known({ locksAt: at('05:40:00') })
    expect(decideLock(early, race(), at('05:00:00'))).toEqual(at('05:40:00'))
  })
  test('removes the lock of an open race that loses its time', () => {
    expect(decideLock(known(), race({ startTime: null }), at('05:00:00'))).toBeNull()
  })
  test('locks a reopened race by its new time', () => {
    const reopened = race({ reopened: 1, startTime: at('09:00:00') })
    expect(decideLock(known(), reopened, at('06:30:00'))).toEqual(at('08:58:00'))
  })
  test('applies a reopening once when it is delivered twice', () => {
    const after = known({ reopened: 1, locksAt: at('06:00:00') })
    expect(decideLock(after, race({ reopened: 1, startTime: at('09:00:00') }), at('06:30:00'))).toEqual(at('06:00:00'))
  })
})
