import { describe, expect, test } from 'vitest'
import { addUp, byCodePoint, placeOf, pointsFor, pointsInScope, type Rankable, ranked, tieBreak } from './scoring.ts'

const points = { first: 50, second: 25, third: 15 }

describe('places', () => {
  const row = (position: number | null, carId: number, status = 'classified') => ({ position, carId, status })

  test('placeOf returns the rank among the classified rows, without a gap for a disqualified car', () => {
    const classification = [row(1, 11, 'dsq'), row(2, 12), row(3, 13, 'dnf'), row(4, 14), row(null, 15, 'nc')]
    expect([11, 12, 13, 14, 15, 99].map((carId) => placeOf(classification, carId))).toEqual([
      null,
      1,
      null,
      2,
      null,
      null,
    ])
  })

  test('pointsFor awards the points of the race down to the third place', () => {
    expect([1, 2, 3, 4, null].map((place) => pointsFor(place, points))).toEqual([50, 25, 15, 0, 0])
  })
})

test('uses the points of a scope by category, and 25/18/15 for categories without points of its own', () => {
  const pointsByCategory = new Map([['utes', { first: 3, second: 2, third: 1 }]])
  expect(pointsInScope({ category: 'utes', points }, null)).toEqual(points)
  expect(pointsInScope({ category: 'utes', points }, pointsByCategory)).toEqual({ first: 3, second: 2, third: 1 })
  expect(pointsInScope({ category: 'supercars', points }, pointsByCategory)).toEqual({
    first: 25,
    second: 18,
    third: 15,
  })
})

test('adds up points and counts places in a score, including those without points', () => {
  expect(
    addUp([
      { place: 1, points: 50 },
      { place: 1, points: 0 },
      { place: 3, points: 15 },
      { place: 4, points: 0 },
      { place: null, points: 0 },
    ]),
  ).toEqual({ totalPoints: 65, picks: { first: 2, second: 0, third: 1 } })
  expect(addUp([])).toEqual({ totalPoints: 0, picks: { first: 0, second: 0, third: 0 } })
})

const row = (
  userId: string,
  totalPoints: number,
  picks: number[] = [],
  overrides: Partial<Rankable> = {},
): Rankable => {
  const [first = 0, second = 0, third = 0] = picks
  return { userId, sortName: userId, isHidden: false, totalPoints, picks: { first, second, third }, ...overrides }
}
const board = (rows: Rankable[], isScored = true) =>
  ranked(rows, isScored).map(({ userId, position }) => [userId, position])

describe('ranked', () => {
  test('sorts by points, then by first, second and third places', () => {
    const rows = [row('a', 50, [0, 1, 2]), row('b', 50, [0, 2, 0]), row('c', 50, [1, 0, 0]), row('d', 51)]
    expect(board([...rows, row('e', 50, [0, 1, 3])])).toEqual([
      ['d', 1],
      ['c', 2],
      ['b', 3],
      ['e', 4],
      ['a', 5],
    ])
  })

  test('gives equal scores one position, sorted by name, and the next score the position after them', () => {
    expect(board([row('zoe', 0), row('ben', 50), row('adam', 50), row('cleo', 0)])).toEqual([
      ['adam', 1],
      ['ben', 1],
      ['cleo', 3],
      ['zoe', 3],
    ])
    expect(board([row('u2', 0, [], { sortName: 'kim' }), row('u1', 0, [], { sortName: 'kim' })])).toEqual([
      ['u1', 1],
      ['u2', 1],
    ])
  })

  test('puts hidden rows last, by name and without a position', () => {
    const hidden = { isHidden: true }
    expect(board([row('ann', 0), row('ben', 90, [], hidden), row('amy', 10, [], hidden)])).toEqual([
      ['ann', 1],
      ['amy', null],
      ['ben', null],
    ])
  })

  test('assigns no positions before a race is scored', () => {
    expect(board([row('b', 0), row('a', 0)], false)).toEqual([
      ['a', null],
      ['b', null],
    ])
  })
})

test('breaks a tie on points by the first place at which the picks differ', () => {
  const [one, two, three] = [row('a', 50, [1, 0, 0]), row('b', 50, [0, 2, 0]), row('c', 50, [0, 2, 1])]
  expect([tieBreak(one, two), tieBreak(two, three), tieBreak(two, row('d', 50, [0, 2, 0]))]).toEqual([
    'first',
    'third',
    'shared',
  ])
})

test('sorts names by code point, also beyond the first plane', () => {
  expect(['𝒜da', '\uFF21nn', 'zoe', 'Émile', 'amy'].toSorted(byCodePoint)).toEqual([
    'amy',
    'zoe',
    'Émile',
    '\uFF21nn',
    '𝒜da',
  ])
})
