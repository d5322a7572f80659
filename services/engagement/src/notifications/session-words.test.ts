import { expect, test } from 'vitest'
import { sessionChange, sessionWords } from './session-words.ts'

const before = { starts_at: new Date('2026-11-28T03:00:00.000Z'), reopened: 0 }
const after = { startTime: '2026-11-28T03:00:00.000Z', reopened: 0, status: 'upcoming' } as const

test('a session is moved by another start, and reopened by a higher count; one that is over is neither', () => {
  expect(sessionChange(before, after)).toBeNull()
  expect(sessionChange(before, { ...after, startTime: '2026-11-28T03:05:00.000Z' })).toBe('moved')
  expect(sessionChange(before, { ...after, startTime: null })).toBe('moved')
  expect(sessionChange({ ...before, starts_at: null }, after)).toBe('moved')
  expect(sessionChange({ ...before, starts_at: null }, { ...after, startTime: null })).toBeNull()
  expect(sessionChange(before, { ...after, startTime: '2026-11-29T03:00:00.000Z', reopened: 1 })).toBe('reopened')
  expect(sessionChange(before, { ...after, startTime: null, status: 'completed' })).toBeNull()
})

test('the words say the time by the clocks of the weekend', () => {
  const start = '2026-11-28T03:05:00.000Z'
  expect(sessionWords('moved', 'Supercars Race 1', start, 'Australia/Sydney')).toEqual({
    title: 'Supercars Race 1 has moved',
    message: 'Supercars Race 1 now starts Sat 28 Nov, 2:05 pm AEDT.',
  })
  expect(sessionWords('moved', 'Race 1', null, 'UTC').message).toBe('Race 1 now has no start time.')
  expect(sessionWords('reopened', 'Race 1', start, 'Australia/Perth').message).toBe(
    'Race 1 was reopened: you can change your tip. It starts Sat 28 Nov, 11:05 am AWST.',
  )
})
