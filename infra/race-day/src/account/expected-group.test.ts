import { describe, expect, test } from 'vitest'
import { groupPicks } from '../comparison/compare-group-tabs.ts'
import type { ExpectedRace } from './expected-board.ts'
import {
  boardSeenBy,
  type ExpectedGroup,
  expectedGroupBoard,
  type GroupRules,
  type Membership,
  raceInGroup,
} from './expected-group.ts'

const order = (...cars: number[]) => cars.map((carId, i) => ({ position: i + 1, carId, status: 'classified' }))
const race = (raceId: number, overrides: Partial<ExpectedRace> = {}): ExpectedRace => ({
  ...{ raceId, category: 'main', canCount: true, counts: false, everCounted: false, deadline: 1_000 * raceId },
  points: { first: 50, second: 25, third: 15 },
  classification: order(11, 12, 13),
  ...overrides,
})
const rules = (overrides: Partial<GroupRules> = {}): GroupRules => ({
  ...{ raceIds: [], points: null, hidePoints: false, preventPoints: false, lockAfterFirst: false },
  ...overrides,
})
const member = (userId: string, carId: number, overrides: Partial<Membership> = {}): Membership => ({
  ...{ userId, displayName: userId, joinedAt: 1, approvedAt: 1, leftAt: null },
  tips: [{ category: 'main', carId, submittedAt: Math.max(1, overrides.joinedAt ?? 1) }],
  ...overrides,
})
const group = (versions: [since: number, rules: GroupRules][], ...memberships: Membership[]): ExpectedGroup => ({
  founderId: 'ann',
  versions: versions.map(([since, rules]) => ({ since, rules })),
  memberships,
})
const board = (group: ExpectedGroup, ...races: ExpectedRace[]) =>
  expectedGroupBoard(group, races).map(({ userId, position, totalPoints }) => [userId, position, totalPoints])

describe('expectedGroupBoard', () => {
  test('applies the selected races and own points, with 25/18/15 for other categories', () => {
    const own = rules({ raceIds: [1, 3], points: new Map([['main', { first: 300, second: 2, third: 1 }]]) })
    const left = rules({ points: new Map([['other', { first: 1, second: 1, third: 1 }]]) })
    const members = [member('ann', 11), member('ben', 12)]
    const races = [race(1), race(2), race(3, { classification: null }), race(4, { canCount: false })]
    expect(board(group([[0, own]], ...members), ...races)).toEqual([
      ['ann', 1, 300],
      ['ben', 2, 2],
    ])
    expect(board(group([[0, left]], ...members), race(1))).toEqual([
      ['ann', 1, 25],
      ['ben', 2, 18],
    ])
  })

  test('counts each race by the rules in force when it locked', () => {
    const changed = rules({ points: new Map([['main', { first: 300, second: 2, third: 1 }]]) })
    const versions: [number, GroupRules][] = [
      [0, rules()],
      [1_500, changed],
    ]
    expect(board(group(versions, member('ann', 11)), race(1), race(2))).toEqual([['ann', 1, 350]])
  })

  test('scores no race that locked before the group was founded', () => {
    expect(board(group([[1_500, rules()]], member('ann', 11)), race(1), race(2))).toEqual([['ann', 1, 50]])
    expect(board(group([[1_500, rules()]], member('ann', 11)), race(1))).toEqual([['ann', null, 0]])
  })

  test('counts a race that locked before the founding by the first selection', () => {
    const counts = (...selections: number[][]) => {
      const versions = selections.map((raceIds, i): [number, GroupRules] => [1_500 + i, rules({ raceIds })])
      return raceInGroup(group(versions, member('ann', 11)), race(1)).counts
    }
    expect([counts([]), counts([1], [2]), counts([2], [])]).toEqual([true, true, false])
  })

  test('lets members earn only from races that lock after they joined and, if required, were approved', () => {
    const members = [
      member('ann', 11),
      member('ben', 11, { joinedAt: 1_500 }),
      member('cleo', 11, { approvedAt: 1_500 }),
      member('dan', 11, { approvedAt: null }),
      member('eve', 11, { leftAt: 1_500 }),
      member('eve', 11, { joinedAt: 1_600 }),
    ]
    expect(board(group([[0, rules({ preventPoints: true })]], ...members), race(1), race(2))).toEqual([
      ['ann', 1, 100],
      ['ben', 2, 50],
      ['cleo', 2, 50],
      ['eve', 2, 50],
      ['dan', 5, 0],
    ])
  })

  test('hides points of pending members from other members, and lists pending members last', () => {
    const hides = group([[0, rules({ hidePoints: true })]], member('ann', 12), member('ben', 11, { approvedAt: null }))
    const rows = expectedGroupBoard(hides, [race(1)])
    const reported = (viewer: string | null) =>
      boardSeenBy(hides, rows, viewer).map((row) => [row.position, row.totalPoints])
    expect(reported('ann')).toEqual([
      [1, 25],
      [null, 50],
    ])
    expect(reported('ben')).toEqual(reported('ann'))
    expect(reported(null)).toEqual([
      [1, 25],
      [null, null],
    ])
  })

  test('sorts rows with hidden points by name', () => {
    const pending = { approvedAt: null }
    const hides = group([[0, rules({ hidePoints: true })]], member('ann', 12, pending), member('ben', 11, pending))
    expect(expectedGroupBoard(hides, [race(1)]).map((row) => [row.displayName, row.totalPoints])).toEqual([
      ['ann', 25],
      ['ben', 50],
    ])
  })

  test('has no positions until a race is scored that counts in it', () => {
    expect(board(group([[0, rules({ raceIds: [2] })]], member('ann', 11)), race(1))).toEqual([['ann', null, 0]])
  })
})

describe('groupPicks', () => {
  const locks = (races: ExpectedRace[], ...selections: number[][]) => {
    const versions = selections.map((raceIds, i): [number, GroupRules] => [i, rules({ raceIds })])
    return groupPicks(group(versions, member('ann', 11)), races, 'ann').get('main')?.locks
  }

  test('omits members whose points are hidden, except for themselves and the founder', () => {
    const hides = group([[0, rules({ hidePoints: true })]], member('ann', 12), member('ben', 11, { approvedAt: null }))
    const readBy = (reader: string) => [
      ...(groupPicks(hides, [race(1)], reader)
        .get('main')
        ?.cars.keys() ?? []),
    ]
    expect(readBy('cat')).toEqual(['ann'])
    for (const reader of ['ben', hides.founderId]) expect(readBy(reader)).toEqual(['ann', 'ben'])
  })

  test('waits for counting races and for a removed race, which may return', () => {
    const races = [race(1), race(2), race(3), race(4, { canCount: false })]
    expect(locks(races, [1])).toBe(1_000)
    expect(locks(races, [1, 2], [1])).toBe(2_000)
    expect(locks(races, [], [1])).toBe(3_000)
    expect(locks([race(1), race(2, { deadline: null })], [1, 2], [1])).toBe(Number.POSITIVE_INFINITY)
  })
})
