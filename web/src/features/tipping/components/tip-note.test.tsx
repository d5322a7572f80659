import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { describeLastSession } from './tip-note.tsx'

const START = '2026-11-21T05:15:00.000Z'
const zone = { timeZone: 'Australia/Sydney' }
const last = (overrides: Partial<Race> = {}) => raceReply({ id: 2, scheduledStart: START, locked: true, ...overrides })
const first = raceReply({ id: 1, scheduledStart: '2026-11-20T05:15:00.000Z', status: 'completed', locked: true })
const describeLast = (races: Race[], beforeMs: number) => describeLastSession(races, Date.parse(START) - beforeMs, zone)

test('says that the last session starts later, in the two minutes between its lock and its start', () => {
  expect(describeLast([last(), first], 120_000)).toBe('Last session starts at 4:15 pm.')
  expect(describeLast([last(), first], 1)).toBe('Last session starts at 4:15 pm.')
})

test('says that the last session has started, from its start or an earlier change of its status', () => {
  expect(describeLast([first, last()], 0)).toBe('Last session has started.')
  expect(describeLast([first, last({ status: 'running' })], 120_000)).toBe('Last session has started.')
  expect(describeLast([first, last({ status: 'completed' })], 120_000)).toBe('Last session has started.')
  expect(describeLast([first, last({ scheduledStart: null })], 0)).toBe('Last session has started.')
})

test('says that the last session has started when live timing locks it before its deadline', () => {
  const deadline = new Date(Date.parse(START) - 120_000).toISOString()
  expect(describeLast([first, last({ deadline })], 600_000)).toBe('Last session has started.')
  expect(describeLast([first, last({ deadline })], 60_000)).toBe('Last session starts at 4:15 pm.')
})

test('says that the last session was cancelled, not that it has started', () => {
  const untimed = raceReply({ id: 9, status: 'completed', locked: true })
  expect(describeLast([first, last({ status: 'completed', resultStatus: 'cancelled' }), untimed], 120_000)).toBe(
    'Last session was cancelled.',
  )
})
