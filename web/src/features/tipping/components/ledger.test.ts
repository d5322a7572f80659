import type { LedgerEntry, Tip } from '@purple-sector/contracts/tipping/http'
import { raceReply, tipReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { anAward } from '../api/test-awards.ts'
import {
  describeReplacement,
  explainNoPoints,
  explainNoPointsToAdmin,
  ledgerRaces,
  ledgerScopes,
  WITHDRAWN,
} from './ledger.ts'

const race = (id: number, deadline: string, overrides = {}) =>
  raceReply({
    id,
    name: `Race ${id}`,
    deadline,
    locked: true,
    resultRevision: 1,
    resultStatus: 'official',
    ...overrides,
  })
const firstRace = race(1, '2026-11-21T04:00:00.000Z')
const two = race(2, '2026-11-21T06:00:00.000Z')

describe('ledger scopes', () => {
  test('lists the open competition first, with awards in force, and groups without awards', () => {
    const entries = [
      anAward({ points: 50, inForce: false, replacedBy: 2 }),
      anAward({ points: 25 }),
      anAward({ scope: { groupId: 4, name: 'Pit Lane' }, points: 9 }),
    ]
    expect(ledgerScopes(entries, [{ id: 8, name: 'Apex' }])).toEqual([
      { groupId: null, name: 'Open competition', points: 25 },
      { groupId: 8, name: 'Apex', points: 0 },
      { groupId: 4, name: 'Pit Lane', points: 9 },
    ])
    expect(ledgerScopes([])).toEqual([{ groupId: null, name: 'Open competition', points: 0 }])
  })
})

describe('ledger races', () => {
  test('lists races with an award, and counting races with a result, in order of locking', () => {
    const entries = [anAward({ race: { id: 2, name: 'Race 2' }, points: 15 })]
    const practice = race(3, '2026-11-21T01:00:00.000Z', { sessionType: 'practice' })
    const openRace = raceReply({ id: 4 })
    const other = race(5, '2026-11-21T02:00:00.000Z')
    const races = ledgerRaces(entries, [two, practice, openRace, other, firstRace], ({ id }) => id !== 5)
    expect(races.map((each) => [each.race.id, each.points, each.entries.length])).toEqual([
      [1, 0, 0],
      [2, 15, 1],
    ])
  })
})

describe('why a race earned nothing', () => {
  const tip = (overrides: Partial<Tip['sessions'][number]> = {}) => {
    const session = { raceId: 1, name: 'Race 1', deadline: firstRace.deadline, locked: true, carId: 7, points: 0 }
    return tipReply({ sessions: [{ ...session, lateAt: null, ...overrides }] })
  }
  test.each([
    ['the car won nothing', firstRace, tip(), false, 'Car #7 – Jed Harrowell finished outside the top three.'],
    ['another car then', firstRace, tip({ carId: 9 }), false, 'The car you had then finished outside the top three.'],
    ['no tip yet', firstRace, tip({ carId: null }), false, 'You hadn’t tipped when this one locked.'],
    ['no tip at all', firstRace, undefined, false, `No tip in ${firstRace.category}.`],
    ['not scored here', two, tip(), false, 'It didn’t count here when it locked.'],
    ['withdrawn', { ...firstRace, resultStatus: 'cancelled' as const }, tip(), false, WITHDRAWN],
  ])('explains: %s', (_what, lostRace, ownSession, needsApproval, words) => {
    expect(explainNoPoints(lostRace, ownSession, needsApproval, { timeZone: 'Australia/Sydney' })).toBe(words)
  })
  test('states that a change came after an early start, and which tip counted', () => {
    const zone = { timeZone: 'Australia/Sydney' }
    const lateAt = '2026-11-21T04:06:00.000Z'
    expect(explainNoPoints(firstRace, tip({ lateAt }), false, zone)).toContain(
      'Your change at 3:06 pm came after the session had started at 3:00 pm, so your earlier tip counted.',
    )
    expect(explainNoPoints(firstRace, tip({ carId: null, lateAt }), false, zone)).toBe(
      'Your tip at 3:06 pm came after the session had started at 3:00 pm, so it didn’t count.',
    )
  })
  test('states in groups that need approval that the membership was pending', () => {
    expect(explainNoPoints(firstRace, tip(), true, {})).toContain('or the group hadn’t approved you by then')
  })
  test('reveals no losing tip to race control', () => {
    expect(explainNoPointsToAdmin(firstRace)).not.toContain('#')
    expect(explainNoPointsToAdmin({ ...firstRace, resultStatus: 'cancelled' })).toBe(WITHDRAWN)
  })
})

test.each<[Partial<LedgerEntry>, object, string | null]>([
  [{}, {}, null],
  [{ inForce: false, replacedBy: 2 }, { resultRevision: 3 }, 'Replaced by revision 2'],
  [{ inForce: false, replacedBy: 3 }, { resultRevision: 3, resultStatus: 'cancelled' }, 'Withdrawn with revision 3'],
  [{ inForce: false, replacedBy: null }, {}, 'Earned before leaving the group, so it no longer counts'],
])('describes the fate of an award: %j %j', (award, overrides, words) => {
  expect(describeReplacement(anAward(award), { ...firstRace, ...overrides })).toBe(words)
})
