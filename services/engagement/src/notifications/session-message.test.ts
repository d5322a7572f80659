import { expect, test } from 'vitest'
import { sessionChange, sessionMessage } from './session-message.ts'

const before = { starts_at: new Date('2026-11-28T03:00:00.000Z'), reopened: 0 }
const after = { startTime: '2026-11-28T03:00:00.000Z', reopened: 0, status: 'upcoming' } as const

test('sessionChange detects moved and reopened sessions, and ignores completed ones', () => {
  expect(sessionChange(before, after)).toBeNull()
  expect(sessionChange(before, { ...after, startTime: '2026-11-28T03:05:00.000Z' })).toBe('moved')
  expect(sessionChange(before, { ...after, startTime: null })).toBe('moved')
  expect(sessionChange({ ...before, starts_at: null }, after)).toBe('moved')
  expect(sessionChange({ ...before, starts_at: null }, { ...after, startTime: null })).toBeNull()
  expect(sessionChange(before, { ...after, startTime: '2026-11-29T03:00:00.000Z', reopened: 1 })).toBe('reopened')
  expect(sessionChange(before, { ...after, startTime: null, status: 'completed' })).toBeNull()
})

test('sessionMessage formats the time in the weekend’s time zone', () => {
  const start = '2026-11-28T03:05:00.000Z'
  expect(sessionMessage('moved', 'Supercars Race 1', start, 'Australia/Sydney')).toEqual({
    title: 'Supercars Race 1 has moved',
    message: 'Supercars Race 1 now starts Sat 28 Nov, 2:05 pm AEDT.',
  })
  expect(sessionMessage('moved', 'Race 1', null, 'UTC').message).toBe('Race 1 now has no start time.')
  expect(sessionMessage('reopened', 'Race 1', start, 'Australia/Perth').message).toBe(
    'Race 1 was reopened: you can change your tip. It starts Sat 28 Nov, 11:05 am AWST.',
  )
})
