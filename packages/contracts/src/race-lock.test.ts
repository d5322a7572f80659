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

describe('when a race locks', () => {
  test('two minutes before its start', () => {
    expect(decideLock(undefined, race(), at('01:00:00'))).toEqual(at('05:58:00'))
  })
  test('a race without a time stays open', () => {
    expect(decideLock(undefined, race({ startTime: null }), at('01:00:00'))).toBeNull()
  })
  test('a race entered after its start was never open', () => {
    expect(decideLock(undefined, race(), at('07:00:00'))).toEqual(at('05:58:00'))
  })
  test('one that is running when first heard of is closed at that moment', () => {
    expect(decideLock(undefined, race({ status: 'running' }), at('05:00:00'))).toEqual(at('05:00:00'))
  })
  test('at the very moment it is locked', () => {
    expect(isLocked(known(), at('05:57:59.999'))).toBe(false)
    expect(isLocked(known(), at('05:58:00'))).toBe(true)
  })
  test('set running early, it locks at that moment', () => {
    expect(decideLock(known(), race({ status: 'running' }), at('05:30:00'))).toEqual(at('05:30:00'))
  })
  test('a late start changes nothing', () => {
    expect(decideLock(known(), race({ status: 'running' }), at('06:20:00'))).toEqual(at('05:58:00'))
  })
  test('moving an open race moves its lock', () => {
    const moved = race({ startTime: at('08:00:00') })
    expect(decideLock(known(), moved, at('05:00:00'))).toEqual(at('07:58:00'))
  })
  test('a move never takes the lock to a moment before the move', () => {
    const moved = race({ startTime: at('04:00:00') })
    expect(decideLock(known(), moved, at('05:00:00'))).toEqual(at('05:00:00'))
  })
  test('a locked race stays locked when it moves', () => {
    const moved = race({ startTime: at('09:00:00') })
    expect(decideLock(known(), moved, at('06:30:00'))).toEqual(at('05:58:00'))
  })
  test('other changes leave the lock of an open race alone', () => {
    const early = known({ locksAt: at('05:40:00') })
    expect(decideLock(early, race(), at('05:00:00'))).toEqual(at('05:40:00'))
  })
  test('losing its time opens an open race until something else closes it', () => {
    expect(decideLock(known(), race({ startTime: null }), at('05:00:00'))).toBeNull()
  })
  test('reopened, the new time decides', () => {
    const reopened = race({ reopened: 1, startTime: at('09:00:00') })
    expect(decideLock(known(), reopened, at('06:30:00'))).toEqual(at('08:58:00'))
  })
  test('a reopening heard of twice does not reopen twice', () => {
    const after = known({ reopened: 1, locksAt: at('06:00:00') })
    expect(decideLock(after, race({ reopened: 1, startTime: at('09:00:00') }), at('06:30:00'))).toEqual(at('06:00:00'))
  })
})
