import { describe, expect, test } from 'vitest'
import { groupRecording } from '../../test/small-recording.ts'
import type { Fan } from '../fans/fan-player.ts'
import type { PlayedGroup, Span } from '../fans/played-group.ts'
import { ruleVersions } from '../recording/recorded-group.ts'
import type { ExpectedRace } from './expected-board.ts'
import { raceInGroup } from './expected-group.ts'
import type { TipAttempt } from './expected-tips.ts'
import { closestGroup, groupAccount } from './group-account.ts'

const recording = groupRecording()
const category = recording.categories[0]!.category
const races: ExpectedRace[] = [1, 2].map((raceId) => ({
  ...{ raceId, category, canCount: true, counts: true, everCounted: true, deadline: 1_000 * raceId },
  points: { first: 50, second: 25, third: 15 },
  classification: [{ position: 1, carId: 11, status: 'classified' }],
}))
const evidence = {
  ...{ recording, races, offset: { least: 0, most: 0 }, out: [] },
  programme: {
    ...{ weekendId: 1, created: { sent: 0, received: 0 }, starts: new Map(), categories: new Map(), cars: new Map() },
    races: new Map([
      ['qualifying', 1],
      ['race', 2],
    ]),
  },
  lockOf: () => ({ deadline: 2_000, gaps: [] }),
  closuresOf: () => [],
}

const user = { id: 'early', username: 'early', firstName: null, lastName: null, isAdmin: false }
const early: Fan = {
  plan: { name: 'early', displays: 'username', tips: [], votes: [], reactions: [] },
  email: 'early@race-day.example',
  account: { cookie: '', user: { ...user, profileImageUrl: null, avatarConfig: null } },
  ...{ attempts: [], accepted: [], queue: Promise.resolve(), socket: null },
}
const attempt: TipAttempt = {
  ...{ fan: 'early in Mates', category, carId: 11, sent: 100, received: 110 },
  outcome: { kind: 'accepted', submittedAt: 105, carId: 11, countsFrom: { deadline: 1_000 } },
}

/** A group that drops its own points at a moment, with one tip in it. */
const played = (changed: Span): PlayedGroup => {
  const recorded = recording.groups[0]!
  const [first, later] = ruleVersions(recorded)
  const founded = { sent: 0, received: 10 }
  return {
    plan: { recorded, founder: 0, members: [], tips: [] },
    ...{ id: 1, inviteCode: 'code', founder: early, strangers: [], deleted: null },
    versions: [
      { rules: first!.rules, since: founded },
      { rules: later!.rules, since: changed },
    ],
    stays: [{ fan: early, joined: founded, approved: founded, left: null, wasRejected: false, attempts: [attempt] }],
  }
}
const totalOf = (changed: Span, shown: number) => {
  const account = groupAccount(evidence, played(changed))
  const reported = { board: [{ userId: 'early', totalPoints: shown }], counting: [1, 2] }
  const { board } = closestGroup(account, races, reported)
  return { candidates: 1 + account.alternatives.length, total: board[0]?.totalPoints, differences: account.differences }
}

describe('groupAccount', () => {
  test('applies a change of rules to races that lock after it', () => {
    expect(totalOf({ sent: 500, received: 510 }, 100)).toEqual({ candidates: 1, total: 100, differences: [] })
    expect(totalOf({ sent: 1_500, received: 1_510 }, 350)).toEqual({ candidates: 1, total: 350, differences: [] })
  })

  test('selects the side of a lock by the board if the lock fell between call and answer', () => {
    const onTheEdge = { sent: 995, received: 1_005 }
    expect(totalOf(onTheEdge, 100)).toMatchObject({ candidates: 2, total: 100 })
    expect(totalOf(onTheEdge, 350)).toMatchObject({ candidates: 2, total: 350 })
    expect(totalOf(onTheEdge, 600).total).not.toBe(600)
  })

  test('selects the side of a lock by the counting races if no fan earned points', () => {
    const changed = played({ sent: 995, received: 1_005 })
    const versions = changed.versions.map(({ rules, since }, i) => ({
      since,
      rules: { ...rules, sessions: i === 0 ? [] : ['race'] },
    }))
    const account = groupAccount(evidence, { ...changed, versions, stays: [] })
    const countingOf = (counting: number[]) => {
      const { group } = closestGroup(account, races, { board: [], counting })
      return races.filter((race) => raceInGroup(group, race).counts).map(({ raceId }) => raceId)
    }
    expect(countingOf([1, 2])).toEqual([1, 2])
    expect(countingOf([2])).toEqual([2])
  })

  test('reports NOT_A_MEMBER for a member, unless the answer to joining was late', () => {
    const rejected = { ...attempt, outcome: { kind: 'rejected', code: 'NOT_A_MEMBER' } } as const
    const checked = (joined: Span) => {
      const group = played({ sent: 500, received: 510 })
      const stays = group.stays.map((stay) => ({ ...stay, joined, attempts: [rejected] }))
      return groupAccount(evidence, { ...group, stays }).differences.map(({ expected }) => expected)
    }
    expect(checked({ sent: 0, received: 10 })).toEqual(['a member may tip'])
    expect(checked({ sent: -3_000, received: 10 })).toEqual([])
  })

  test('locks tips by a race that started before the founding if the first event locks them', () => {
    const late: Span = { sent: 1_500, received: 1_510 }
    const checked = (outcome: TipAttempt['outcome']) => {
      const group = played(late)
      const [stay] = group.stays
      const attempts = [{ ...attempt, sent: 1_700, received: 1_710, outcome }]
      const versions = group.versions.slice(0, 1).map(({ rules }) => ({
        rules: { ...rules, lockAfterFirst: true },
        since: late,
      }))
      const starts = new Map([['qualifying', [{ start: 1_000, reported: null }]]])
      const programme = { ...evidence.programme, starts }
      const lockOf = (id: string) => ({ deadline: id === 'qualifying' ? 1_000 : 2_000, gaps: [] })
      const stays = [{ ...stay!, joined: late, approved: late, attempts }]
      const { differences } = groupAccount({ ...evidence, programme, lockOf }, { ...group, versions, stays })
      return differences.map(({ expected }) => expected)
    }
    expect(checked({ kind: 'rejected', code: 'TIPS_LOCKED' })).toEqual([])
    const accepted = { kind: 'accepted', submittedAt: 1_705, carId: 11, countsFrom: { deadline: 2_000 } } as const
    expect(checked(accepted)).toEqual([expect.stringContaining('TIPS_LOCKED')])
  })

  test('allows more alternatives after a late answer, because tipping may learn by an event', () => {
    expect(totalOf({ sent: -2_000, received: 500 }, 350).candidates).toBeGreaterThan(1)
  })
})
