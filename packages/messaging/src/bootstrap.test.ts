import { describe, expect, test } from 'vitest'
import { type Mark, nextStep } from './bootstrap.ts'

const types = ['weekends.race-changed.v1']
const mark = (overrides: Partial<Mark> = {}): Mark => ({
  types,
  requestId: 'tipping:1',
  expected: 3,
  arrived: 1,
  isComplete: false,
  ...overrides,
})

describe('nextStep', () => {
  test('requests the state of an owner without a mark', () => expect(nextStep(undefined, types, false)).toBe('request'))
  test('requests the state again for a type missing from the last request', () =>
    expect(nextStep(mark({ isComplete: true }), [...types, 'weekends.car-changed.v1'], false)).toBe('request'))
  test('returns done once the copies are filled', () =>
    expect(nextStep(mark({ isComplete: true }), types, true)).toBe('done'))
  test('waits while events arrive', () => expect(nextStep(mark(), types, false)).toBe('wait'))
  test('waits while the expected number of events is unknown', () =>
    expect(nextStep(mark({ expected: null, arrived: 9 }), types, false)).toBe('wait'))
  test('completes when all events have arrived', () =>
    expect(nextStep(mark({ arrived: 3 }), types, false)).toBe('complete'))
  test('completes at once for an owner without states', () =>
    expect(nextStep(mark({ expected: 0, arrived: 0 }), types, false)).toBe('complete'))
  test('requests the state again when no more events arrive', () =>
    expect(nextStep(mark(), types, true)).toBe('request'))
})
