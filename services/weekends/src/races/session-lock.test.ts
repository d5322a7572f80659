import { describe, expect, test } from 'vitest'
import { closedLock, deadlineOf, isLocked, movedLock, plannedLock } from './session-lock.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)
const knowledge = { toldLockAt: at('05:58:00'), ownLockAt: at('05:58:00'), reopenedAt: null }

describe('when a session locks', () => {
  test('two minutes before its start; without a time, never by the clock', () => {
    expect(plannedLock(at('06:00:00'))).toEqual(at('05:58:00'))
    expect(plannedLock(null)).toBeNull()
  })
  test('at the very moment it is locked', () => {
    expect(isLocked(knowledge, at('05:57:59.999'))).toBe(false)
    expect(isLocked(knowledge, at('05:58:00'))).toBe(true)
  })
  test('a lock that fell early is told by tipping alone', () => {
    expect(deadlineOf({ ...knowledge, toldLockAt: at('05:00:00') }, at('05:10:00'))).toEqual(at('05:00:00'))
  })
  test('a move is seen before tipping has told the new moment', () => {
    expect(deadlineOf({ ...knowledge, ownLockAt: at('07:58:00') }, at('05:00:00'))).toEqual(at('07:58:00'))
  })
  test('a closing is seen before tipping has told it', () => {
    expect(isLocked({ ...knowledge, ownLockAt: at('05:00:00') }, at('05:00:00'))).toBe(true)
  })
  test('a lock from before the reopening is history', () => {
    const reopened = { toldLockAt: at('05:58:00'), ownLockAt: at('08:58:00'), reopenedAt: at('06:30:00') }
    expect(deadlineOf(reopened, at('06:31:00'))).toEqual(at('08:58:00'))
    expect(isLocked({ ...reopened, toldLockAt: at('06:45:00') }, at('06:50:00'))).toBe(true)
  })
  test('a move never takes the lock to a moment before the move', () => {
    expect(movedLock(at('06:00:00'), at('05:00:00'))).toEqual(at('05:58:00'))
    expect(movedLock(at('04:00:00'), at('05:00:00'))).toEqual(at('05:00:00'))
    expect(movedLock(null, at('05:00:00'))).toBeNull()
  })
  test('closing keeps an earlier lock', () => {
    expect(closedLock(null, at('05:00:00'))).toEqual(at('05:00:00'))
    expect(closedLock(at('04:00:00'), at('05:00:00'))).toEqual(at('04:00:00'))
  })
})
