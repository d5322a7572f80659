import { describe, expect, test } from 'vitest'
import { groupRecording } from '../../test/small-recording.ts'
import { compareReceivedReminders } from '../comparison/received-reminders.ts'
import type { Fan } from '../fans/fan-player.ts'
import type { PlayedGroup } from '../fans/played-group.ts'
import { emptyLog } from '../race-control/race-control-log.ts'
import { ruleVersions } from '../recording/recorded-group.ts'
import { expectedReminders } from './expected-reminders.ts'
import type { TipAttempt } from './expected-tips.ts'
import { remindedFan, reminderEvidence } from './reminder-evidence.ts'

const recording = groupRecording()
const category = recording.categories[0]!.category
const offset = { least: 0, most: 0 }
const DUE = 20_000
const half = 30 * 60_000

/** At 0 the qualifying was postponed so that its 30-minute step is due at DUE; the race has no time. */
const evidence = (late = 0) =>
  reminderEvidence(
    {
      ...{ recording, log: emptyLog(), offset },
      programme: {
        ...{ weekendId: 1, created: { sent: -9_000, received: -8_000 }, categories: new Map(), cars: new Map() },
        races: new Map([['qualifying', 1]]),
        starts: new Map([
          [
            'qualifying',
            [
              { start: 0, reported: null },
              { start: 0, reported: { sent: 0, received: 10 + late }, deadline: DUE + half },
            ],
          ],
        ]),
      },
    },
    { sent: 60_000, received: 60_010 },
  )

const tip = (sent: number, kind: 'accepted' | 'rejected' | 'unexpected', of = category): TipAttempt => ({
  ...{ fan: 'early', category: of, carId: 11, sent, received: sent + 10 },
  outcome: {
    accepted: { kind: 'accepted' as const, submittedAt: sent + 5, carId: 11, countsFrom: null },
    rejected: { kind: 'rejected' as const, code: 'CAR_OUT' },
    unexpected: { kind: 'unexpected' as const, what: 'no certainty' },
  }[kind],
})
const user = { id: 'early', username: 'early', firstName: null, lastName: null, isAdmin: false }
const fan = (...attempts: TipAttempt[]): Fan => ({
  plan: { name: 'early', displays: 'username', tips: [], votes: [], reactions: [] },
  email: 'early@race-day.example',
  account: { cookie: '', user: { ...user, profileImageUrl: null, avatarConfig: null } },
  ...{ attempts, accepted: [], queue: Promise.resolve(), socket: null },
})
const group = (member: Fan, attempts: TipAttempt[], overrides: Partial<PlayedGroup> = {}): PlayedGroup => {
  const recorded = recording.groups[0]!
  const joined = { sent: -5_000, received: -4_990 }
  return {
    plan: { recorded, founder: 0, members: [], tips: [] },
    ...{ id: 1, inviteCode: 'code', founder: member, strangers: [], deleted: null },
    versions: [{ rules: ruleVersions(recorded)[0]!.rules, since: joined }],
    stays: [{ fan: member, joined, approved: joined, left: null, wasRejected: false, attempts }],
    ...overrides,
  }
}
const expected = (reminded: Fan, groups: PlayedGroup[] = [], late = 0) =>
  expectedReminders(evidence(late), remindedFan(reminded, groups, offset))
const certainty = (...args: Parameters<typeof expected>) => expected(...args).map((step) => step.certainty)

describe('reminder evidence from requests and replies', () => {
  const tipInOtherCategory = tip(-60_000, 'accepted', 'Utes')

  test('treats a rejected tip as no tip, and a tip without a reply as uncertain', () => {
    expect(certainty(fan())).toEqual(['no'])
    expect(certainty(fan(tipInOtherCategory))).toEqual(['yes'])
    expect(certainty(fan(tipInOtherCategory, tip(0, 'accepted')))).toEqual(['no'])
    expect(certainty(fan(tipInOtherCategory, tip(0, 'rejected')))).toEqual(['yes'])
    expect(certainty(fan(tipInOtherCategory, tip(0, 'unexpected')))).toEqual(['perhaps'])
    expect(certainty(fan(tipInOtherCategory, tip(0, 'unexpected'), tip(5_000, 'accepted')))).toEqual(['no'])
  })

  test('expects reminders for members of a group, and uncertain ones for a deleted group', () => {
    const ann = fan(tip(0, 'accepted'))
    expect(certainty(ann, [group(ann, [])])).toEqual(['yes'])
    expect(certainty(ann, [group(ann, [tip(0, 'accepted')])])).toEqual(['no'])
    expect(certainty(ann, [group(fan(), [])])).toEqual(['no'])
    expect(certainty(ann, [group(ann, [], { deleted: { sent: 50_000, received: 50_010 } })])).toEqual(['perhaps'])
  })

  test('treats a reminder as uncertain if the reply to a move was late', () => {
    expect(certainty(fan(tipInOtherCategory), [], 15_000)).toEqual(['perhaps'])
  })

  test('reports missing, unexpected and repeated reminders', () => {
    const [untipped, tipped] = [fan(tipInOtherCategory), fan(tipInOtherCategory, tip(0, 'accepted'))]
    const message = expected(untipped)[0]?.messages[0]?.message ?? ''
    const reported = { id: 1, type: 'deadline', title: 'No tip yet', message, isRead: false, createdAt: DUE + 900 }
    const differences = (reminded: Fan, times: number) =>
      compareReceivedReminders(
        'early',
        Array.from({ length: times }, () => reported),
        expected(reminded),
      ).differences.length
    expect([0, 1, 2].map((times) => differences(untipped, times))).toEqual([1, 0, 1])
    expect([0, 1].map((times) => differences(tipped, times))).toEqual([0, 1])
  })
})
