import { describe, expect, test } from 'vitest'
import {
  type ChangeWindow,
  expectedReminders,
  type RemindedFan,
  type RemindedRace,
  type ReminderEvidence,
  type RulesVersion,
} from './expected-reminders.ts'

const minutes = (n: number) => n * 60_000
const at = (moment: number): ChangeWindow => ({ from: moment, to: moment + 10 })
const always: ChangeWindow = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
const rules = (overrides: Partial<RulesVersion> = {}): RulesVersion => ({
  ...{ sessions: [], locksAfterFirst: false, since: always },
  ...overrides,
})

/** Announced at 0 to lock in 30 minutes and 20 seconds: one step is due after 20 seconds. */
const race = (overrides: Partial<RemindedRace> = {}): RemindedRace => ({
  ...{ id: 'race', name: 'Utes Race 2', category: 'Utes', canCount: true, closed: [], isReopened: false },
  deadlines: [{ at: minutes(30) + 20_000, reported: at(0) }],
  ...overrides,
})
const evidence = (overrides: Partial<ReminderEvidence> = {}): ReminderEvidence => ({
  ...{ races: [race()], versions: [rules()], timeZone: 'Australia/Broken_Hill', requested: at(60_000) },
  ...overrides,
})
const tips = (...reported: [category: string, tipped: ChangeWindow][]) => new Map(reported)
/** A fan who has tipped in another category. */
const fan = (overrides: Partial<RemindedFan> = {}): RemindedFan => ({
  ...{ tipped: tips(['Karts', at(-60_000)]), groups: [] },
  ...overrides,
})
const group = (overrides: Partial<RemindedFan['groups'][number]> = {}) => ({
  ...{ name: 'Pit Wall', versions: [rules()], isDeleted: false },
  stays: [{ joined: at(-60_000), left: null, tipped: tips() }],
  ...overrides,
})
const certainties = (testEvidence: ReminderEvidence, who = fan()) =>
  expectedReminders(testEvidence, who).map(({ minutes, certainty }) => [minutes, certainty])

describe('the due step of a reminder', () => {
  test('has the message of its race', () => {
    expect(expectedReminders(evidence(), fan())).toEqual([
      {
        ...{ category: 'Utes', minutes: 30, certainty: 'yes' },
        messages: [
          {
            message: 'Utes Race 2 closes Thu 1 Jan, 10:00 am ACST.',
            from: 20_000,
            until: minutes(30) + 20_000,
          },
        ],
      },
    ])
  })

  test('is omitted if it was past when the deadline was announced, or is in the future', () => {
    expect(certainties(evidence({ races: [race({ deadlines: [{ at: minutes(30) - 1, reported: at(0) }] })] }))).toEqual(
      [],
    )
    expect(certainties(evidence({ requested: at(19_000) }))).toEqual([])
    expect(certainties(evidence({ races: [race({ canCount: false })] }))).toEqual([])
  })

  test('of the day before is judged a minute later, after automatic tips', () => {
    const first = { at: minutes(1_440) + 20_000, reported: at(0) }
    const dayBefore = (deadlines: RemindedRace['deadlines'], requested: number) =>
      certainties(evidence({ races: [race({ deadlines })], requested: at(requested) }))
    expect(dayBefore([first], 75_000)).toEqual([])
    expect(dayBefore([first], 95_000)).toEqual([[1_440, 'yes']])
    expect(dayBefore([first, { at: minutes(2_000), reported: at(45_000) }], 95_000)).toEqual([])
  })

  test('is uncertain if the deadline was announced late or the check came early', () => {
    const late = race({ deadlines: [{ at: minutes(30) + 20_000, reported: { from: 0, to: 13_000 } }] })
    expect(certainties(evidence({ races: [late] }))).toEqual([[30, 'perhaps']])
    expect(certainties(evidence({ requested: at(25_000) }))).toEqual([[30, 'perhaps']])
  })

  test('is dropped if the deadline moved or the race started well before', () => {
    const [first] = race().deadlines
    const moved = (moment: number) => race({ deadlines: [first!, { at: minutes(90), reported: at(moment) }] })
    expect(certainties(evidence({ races: [moved(5_000)] }))).toEqual([])
    expect(certainties(evidence({ races: [moved(15_000)] }))).toEqual([[30, 'perhaps']])
    expect(certainties(evidence({ races: [moved(30_000)] }))).toEqual([[30, 'yes']])
    expect(certainties(evidence({ races: [race({ closed: [at(5_000)] })] }))).toEqual([])
    expect(certainties(evidence({ races: [race({ closed: [at(24_000)] })] }))).toEqual([[30, 'perhaps']])
  })

  test('is expected once, however often its race moved', () => {
    const twice = race({
      deadlines: [
        { at: minutes(30) + 20_000, reported: at(0) },
        { at: minutes(30) + 50_000, reported: at(35_000) },
      ],
    })
    expect(certainties(evidence({ races: [twice], requested: at(80_000) }))).toEqual([[30, 'yes']])
  })
})

describe('the reminder of a fan', () => {
  test('is expected if the fan plays and has no tip in the category', () => {
    expect(certainties(evidence(), fan({ tipped: tips() }))).toEqual([[30, 'no']])
    expect(certainties(evidence(), fan({ tipped: tips(['Utes', at(0)]) }))).toEqual([[30, 'no']])
    expect(certainties(evidence(), fan({ tipped: tips(['Utes', at(15_000)], ['Karts', at(0)]) }))).toEqual([
      [30, 'perhaps'],
    ])
    expect(certainties(evidence(), fan({ tipped: tips(['Utes', at(40_000)], ['Karts', at(0)]) }))).toEqual([
      [30, 'yes'],
    ])
  })

  test('comes from the first scope that is due', () => {
    const both = fan({ groups: [group()] })
    const message = (who: RemindedFan) =>
      expectedReminders(evidence(), who)[0]?.messages.map((messages) => messages.message)
    expect(message(both)).toEqual([expect.stringMatching(/^Utes Race 2/)])
    expect(message({ ...both, tipped: tips(['Utes', at(0)]) })).toEqual([expect.stringMatching(/^In Pit Wall, Utes/)])
    expect(message({ ...both, tipped: tips(['Utes', at(15_000)]) })).toHaveLength(2)
    expect(certainties(evidence(), { tipped: tips(), groups: [group()] })).toEqual([[30, 'yes']])
  })

  test('depends on current membership, counting races and tips of this membership', () => {
    const tipped = tips(['Utes', at(0)])
    const [stay] = group().stays
    const before = { joined: at(-60_000), left: at(-30_000), tipped }
    const reported = (overrides: Parameters<typeof group>[0]) =>
      certainties(evidence(), { tipped, groups: [group(overrides)] })
    expect(reported({ stays: [{ ...stay!, tipped }] })).toEqual([[30, 'no']])
    expect(reported({ stays: [before] })).toEqual([[30, 'no']])
    expect(reported({ stays: [before, { joined: at(-20_000), left: null, tipped: tips() }] })).toEqual([[30, 'yes']])
    expect(reported({ stays: [{ ...stay!, left: at(15_000) }] })).toEqual([[30, 'perhaps']])
    expect(reported({ versions: [rules({ sessions: ['other'] })] })).toEqual([[30, 'no']])
    expect(reported({ versions: [rules({ sessions: ['other'] }), rules({ since: at(0) })] })).toEqual([[30, 'yes']])
    expect(reported({ versions: [rules({ sessions: ['other'] }), rules({ since: at(15_000) })] })).toEqual([
      [30, 'perhaps'],
    ])
    expect(reported({ isDeleted: true })).toEqual([[30, 'perhaps']])
  })

  test('is about the next race to close, or about the first race if that locks tips', () => {
    const other = (deadline: number | null, overrides: Partial<RemindedRace> = {}) => ({
      ...race({ id: 'other', deadlines: deadline === null ? [] : [{ at: deadline, reported: always }], ...overrides }),
    })
    const certaintyOf30 = (second: RemindedRace, testEvidence: Partial<ReminderEvidence> = {}) =>
      certainties(evidence({ races: [race(), second], ...testEvidence })).find(([step]) => step === 30)?.[1]
    const filter = { versions: [rules({ sessions: ['race'] })] }
    expect(certaintyOf30(other(minutes(5)))).toBe('no')
    expect(certaintyOf30(other(minutes(5)), filter)).toBe('yes')
    expect(certaintyOf30(other(minutes(5), { closed: [at(0)] }))).toBe('yes')
    expect(certaintyOf30(other(minutes(5), { closed: [at(15_000)] }))).toBe('perhaps')
    expect(certaintyOf30(other(22_000))).toBe('perhaps')
    expect(certaintyOf30(other(0))).toBe('yes')
    expect(certaintyOf30(other(minutes(60)))).toBe('yes')
    expect(certaintyOf30(other(null))).toBe('yes')
    expect(certaintyOf30(other(0), { versions: [rules({ locksAfterFirst: true })] })).toBe('no')
  })
})
