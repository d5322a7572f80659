import { describe, expect, test } from 'vitest'
import { decideJoker, decideTakeBack, type JokerContext, type JokerRound, jokersLeft } from './joker.ts'

const now = new Date('2027-03-06T01:00:00Z')
const round = (weekendId: number, overrides: Partial<JokerRound> = {}): JokerRound => ({
  weekendId,
  isCompleted: false,
  locksAt: null,
  ...overrides,
})
const context = (overrides: Partial<JokerContext> = {}): JokerContext => ({
  now,
  jokers: 1,
  rounds: [round(1), round(2), round(3, { locksAt: now }), round(4, { isCompleted: true })],
  played: [],
  ...overrides,
})

describe('playing a joker', () => {
  test('adds it', () => {
    expect(decideJoker(context(), { weekendId: 1 })).toEqual({ add: 1, remove: null })
  })

  test('changes nothing where it is played already, even if none is left', () => {
    expect(decideJoker(context({ played: [1] }), { weekendId: 1 })).toEqual({ add: null, remove: null })
  })

  test('is accepted until the moment of the lock', () => {
    const rounds = [round(1, { locksAt: new Date(now.getTime() + 1) })]
    expect(decideJoker(context({ rounds }), { weekendId: 1 })).toEqual({ add: 1, remove: null })
  })

  test.each([
    ['at the moment of the lock', 3],
    ['in a completed round that never locked', 4],
  ])('is rejected %s', (_words, weekendId) => {
    expect(() => decideJoker(context(), { weekendId })).toThrow(expect.objectContaining({ code: 'JOKER_LOCKED' }))
  })

  test('is rejected as locked before the fan’s jokers are counted', () => {
    const played = context({ played: [1] })
    expect(() => decideJoker(played, { weekendId: 3 })).toThrow(expect.objectContaining({ code: 'JOKER_LOCKED' }))
    expect(() => decideJoker(context({ played: [3] }), { weekendId: 3 })).toThrow(
      expect.objectContaining({ code: 'JOKER_LOCKED' }),
    )
  })

  test('is rejected when all are played, or when the season has none', () => {
    const all = context({ played: [1] })
    expect(() => decideJoker(all, { weekendId: 2 })).toThrow(expect.objectContaining({ code: 'NO_JOKER_LEFT' }))
    const none = context({ jokers: 0 })
    expect(() => decideJoker(none, { weekendId: 2 })).toThrow(expect.objectContaining({ code: 'NO_JOKER_LEFT' }))
  })

  test('is a bad request in a weekend of another season', () => {
    expect(() => decideJoker(context(), { weekendId: 9 })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'weekendId' })] }),
    )
    expect(() => decideJoker(context({ played: [1] }), { weekendId: 1, insteadOf: 9 })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'insteadOf' })] }),
    )
  })
})

describe('moving a joker', () => {
  test('takes it from the one round and plays it in the other, even if a rule gives fewer by now', () => {
    const moved = { add: 2, remove: 1 }
    expect(decideJoker(context({ played: [1] }), { weekendId: 2, insteadOf: 1 })).toEqual(moved)
    expect(decideJoker(context({ jokers: 0, played: [1] }), { weekendId: 2, insteadOf: 1 })).toEqual(moved)
  })

  test('changes nothing the second time', () => {
    expect(decideJoker(context({ played: [2] }), { weekendId: 2, insteadOf: 1 })).toEqual({ add: null, remove: null })
  })

  test('takes the other one back where both rounds have one', () => {
    const both = context({ jokers: 2, played: [1, 2] })
    expect(decideJoker(both, { weekendId: 2, insteadOf: 1 })).toEqual({ add: null, remove: 1 })
  })

  test('to the same round changes nothing', () => {
    const same = { weekendId: 1, insteadOf: 1 }
    expect(decideJoker(context({ played: [1] }), same)).toEqual({ add: null, remove: null })
  })

  test.each([
    ['from a locked round', { weekendId: 1, insteadOf: 3 }],
    ['from a completed round', { weekendId: 1, insteadOf: 4 }],
    ['to a locked round', { weekendId: 3, insteadOf: 1 }],
    ['to a completed round', { weekendId: 4, insteadOf: 1 }],
  ])('is rejected %s, with or without a joker there', (_words, body) => {
    for (const played of [[], [1], [3], [4]])
      expect(() => decideJoker(context({ played }), body)).toThrow(expect.objectContaining({ code: 'JOKER_LOCKED' }))
  })

  test.each([
    ['a round without the fan’s joker', { weekendId: 1, insteadOf: 2 }],
    ['the round itself without a joker', { weekendId: 1, insteadOf: 1 }],
  ])('is a bad request from %s', (_words, body) => {
    expect(() => decideJoker(context(), body)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'insteadOf' })] }),
    )
  })
})

describe('taking a joker back', () => {
  test('removes it, and changes nothing without one or outside the season', () => {
    expect(decideTakeBack(context({ played: [1] }), 1)).toEqual({ add: null, remove: 1 })
    expect(decideTakeBack(context(), 1)).toEqual({ add: null, remove: null })
    expect(decideTakeBack(context(), 9)).toEqual({ add: null, remove: null })
  })

  test.each([3, 4])('is rejected once the round has locked or is completed: %s', (weekendId) => {
    for (const played of [[], [weekendId]])
      expect(() => decideTakeBack(context({ played }), weekendId)).toThrow(
        expect.objectContaining({ code: 'JOKER_LOCKED' }),
      )
  })
})

test('fewer jokers than were played leave none', () => {
  expect([jokersLeft(3, 1), jokersLeft(1, 1), jokersLeft(0, 2)]).toEqual([2, 0, 0])
})
