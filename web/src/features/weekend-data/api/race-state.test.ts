import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { isOver, raceState } from './race-state.ts'

const START = '2026-11-21T03:00:00.000Z'
const HOUR = 3_600_000
const at = (hours: number) => Date.parse(START) + hours * HOUR
const race = (overrides: object = {}) => raceReply({ scheduledStart: START, ...overrides })

describe('the state of a race', () => {
  test('follows its status', () => {
    expect(raceState(race(), at(-1))).toBe('upcoming')
    expect(raceState(race({ status: 'running' }), at(1))).toBe('running')
    expect(raceState(race({ status: 'completed' }), at(1))).toBe('completed')
  })
  test('reports a race as cancelled once its result is, whatever its status', () => {
    for (const status of ['upcoming', 'running', 'completed'])
      expect(raceState(race({ status, resultStatus: 'cancelled' }), at(1))).toBe('cancelled')
    expect(raceState(race({ status: 'completed', resultStatus: 'amended' }), at(1))).toBe('completed')
  })
  test('reports a race as finished three hours after a start that was not reported', () => {
    expect(raceState(race(), at(3) - 1)).toBe('upcoming')
    expect(raceState(race(), at(3))).toBe('finished')
    expect(raceState(race({ status: 'running' }), at(9))).toBe('running')
  })
  test('reports a race as upcoming while it has no time', () => {
    expect(raceState(race({ scheduledStart: null }), at(99))).toBe('upcoming')
  })
  test('reports a race as over when completed, finished or cancelled', () => {
    expect(isOver(race(), at(3) - 1)).toBe(false)
    expect(isOver(race({ status: 'running' }), at(9))).toBe(false)
    expect(isOver(race(), at(3))).toBe(true)
    expect(isOver(race({ status: 'completed' }), at(0))).toBe(true)
    expect(isOver(race({ resultStatus: 'cancelled' }), at(-1))).toBe(true)
  })
})
