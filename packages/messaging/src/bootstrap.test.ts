import { describe, expect, test } from 'vitest'
import { type Mark, nextStep } from './bootstrap.ts'

const types = ['weekends.race-changed.v1']
const mark = (over: Partial<Mark> = {}): Mark => ({
  types,
  requestId: 'tipping:1',
  expected: 3,
  arrived: 1,
  isComplete: false,
  ...over,
})

describe('a consumer and the present state of an owner', () => {
  test('without a mark it is asked for', () => expect(nextStep(undefined, types, false)).toBe('ask'))
  test('a type that was not part of the last request is asked for', () =>
    expect(nextStep(mark({ isComplete: true }), [...types, 'weekends.car-changed.v1'], false)).toBe('ask'))
  test('once filled nothing is asked', () => expect(nextStep(mark({ isComplete: true }), types, true)).toBe('done'))
  test('it waits while events arrive', () => expect(nextStep(mark(), types, false)).toBe('wait'))
  test('it waits for the answer how many there are', () =>
    expect(nextStep(mark({ expected: null, arrived: 9 }), types, false)).toBe('wait'))
  test('it is filled when all have arrived', () =>
    expect(nextStep(mark({ arrived: 3 }), types, false)).toBe('complete'))
  test('an owner with nothing to tell is done at once', () =>
    expect(nextStep(mark({ expected: 0, arrived: 0 }), types, false)).toBe('complete'))
  test('it is asked for again when nothing arrives any more', () => expect(nextStep(mark(), types, true)).toBe('ask'))
})
