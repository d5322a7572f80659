import { describe, expect, test } from 'vitest'
import { displayName, type ExpectedFan, type ExpectedRace, expectedBoard } from './expected-board.ts'
import { expectedStats } from './expected-stats.ts'

const main = 'Repco Supercars Championship'
const row = (position: number, carId: number, status = 'classified') => ({ position, carId, status })
const race = (overrides: Partial<ExpectedRace> = {}): ExpectedRace => ({
  raceId: 1,
  category: main,
  canCount: true,
  counts: true,
  everCounted: true,
  deadline: 1_000,
  points: { first: 50, second: 25, third: 15 },
  classification: [row(1, 11), row(2, 12), row(3, 13), row(4, 14)],
  ...overrides,
})
const fan = (userId: string, ...tips: [carId: number, submittedAt: number][]): ExpectedFan => ({
  userId,
  displayName: userId,
  tips: tips.map(([carId, submittedAt]) => ({ category: main, carId, submittedAt })),
})
const board = (races: ExpectedRace[], ...fans: ExpectedFan[]) =>
  expectedBoard(races, fans).map(({ userId, position, totalPoints }) => [userId, position, totalPoints])

describe('expectedBoard', () => {
  test('scores the tip in force at the lock, and ignores a change exactly at the deadline', () => {
    expect(
      board([race()], fan('a', [14, 500], [11, 999]), fan('b', [11, 500], [12, 1_000]), fan('c', [11, 1_000])),
    ).toEqual([
      ['a', 1, 50],
      ['b', 1, 50],
      ['c', 3, 0],
    ])
  })

  test('moves the next classified car up to the place of a disqualified car', () => {
    const classification = [row(1, 11, 'dsq'), row(2, 12), row(3, 13, 'dnf'), row(4, 14)]
    expect(board([race({ classification })], fan('a', [11, 1]), fan('b', [12, 1]), fan('c', [14, 1]))).toEqual([
      ['b', 1, 50],
      ['c', 2, 25],
      ['a', 3, 0],
    ])
  })

  test('breaks ties by first places, and lists fully level fans by name at one position', () => {
    const small = { first: 25, second: 25, third: 15 }
    const races = [race({ points: small }), race({ raceId: 2, deadline: 2_000, points: small })]
    expect(board(races, fan('zoe', [11, 1]), fan('Adam', [12, 1]), fan('ben', [12, 1]), fan('cleo', [14, 1]))).toEqual([
      ['zoe', 1, 50],
      ['Adam', 2, 50],
      ['ben', 2, 50],
      ['cleo', 4, 0],
    ])
  })

  test('lists no positions before a race is scored, and no fans without a tip', () => {
    const unscored = [race({ classification: null }), race({ counts: false })]
    expect(board(unscored, fan('a', [11, 1]), fan('b'))).toEqual([['a', null, 0]])
  })

  test('displays the username, else the full name, else "Anonymous"', () => {
    expect(displayName({ username: 'kim', firstName: 'Kim', lastName: 'Lee' })).toBe('kim')
    expect(displayName({ username: null, firstName: 'Kim', lastName: 'Lee' })).toBe('Kim Lee')
    expect(displayName({ username: null, firstName: null, lastName: null })).toBe('Anonymous')
  })

  test('computes form and success rate only from scored races with a tip', () => {
    const races = [
      race(),
      race({ raceId: 2, deadline: 400 }),
      race({ raceId: 3, deadline: 3_000, classification: null }),
      race({ raceId: 4, deadline: 4_000, classification: [row(1, 99)] }),
    ]
    expect(expectedStats(fan('a', [12, 500]), races)).toEqual({
      successRate: 50,
      recentForms: [
        [25, 0],
        [25, 0],
      ],
    })
  })
})
