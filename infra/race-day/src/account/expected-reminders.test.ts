import { describe, expect, test } from 'vitest'
import {
  expectedReminders,
  type Happened,
  type RemindedFan,
  type RemindedRace,
  type ReminderEvidence,
  type RulesVersion,
} from './expected-reminders.ts'

const minutes = (n: number) => n * 60_000
const at = (moment: number): Happened => ({ from: moment, to: moment + 10 })
const always: Happened = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
const rules = (over: Partial<RulesVersion> = {}): RulesVersion => ({
  ...{ sessions: [], locksAfterFirst: false, since: always },
  ...over,
})

/** Announced at 0 to lock in 30 minutes and 20 seconds: one step is due after 20 seconds. */
const race = (over: Partial<RemindedRace> = {}): RemindedRace => ({
  ...{ id: 'race', name: 'Utes Race 2', category: 'Utes', canCount: true, closed: [], isReopened: false },
  deadlines: [{ at: minutes(30) + 20_000, reported: at(0) }],
  ...over,
})
const evidence = (over: Partial<ReminderEvidence> = {}): ReminderEvidence => ({
  ...{ races: [race()], versions: [rules()], timeZone: 'Australia/Broken_Hill', asked: at(60_000) },
  ...over,
})
const tips = (...reported: [category: string, tipped: Happened][]) => new Map(reported)
/** A fan who has tipped in another category. */
const fan = (over: Partial<RemindedFan> = {}): RemindedFan => ({
  ...{ tipped: tips(['Karts', at(-60_000)]), groups: [] },
  ...over,
})
const group = (over: Partial<RemindedFan['groups'][number]> = {}) => ({
  ...{ name: 'Pit Wall', versions: [rules()], isDeleted: false },
  stays: [{ joined: at(-60_000), left: null, tipped: tips() }],
  ...over,
})
const answers = (given: ReminderEvidence, who = fan()) =>
  expectedReminders(given, who).map(({ minutes, answer }) => [minutes, answer])

describe('the due step of a reminder', () => {
  test('has the message of its race', () => {
    expect(expectedReminders(evidence(), fan())).toEqual([
      {
        ...{ category: 'Utes', minutes: 30, answer: 'yes' },
        words: [
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
    expect(answers(evidence({ races: [race({ deadlines: [{ at: minutes(30) - 1, reported: at(0) }] })] }))).toEqual([])
    expect(answers(evidence({ asked: at(19_000) }))).toEqual([])
    expect(answers(evidence({ races: [race({ canCount: false })] }))).toEqual([])
  })

  test('is uncertain if the deadline was announced late or the check came early', () => {
    const late = race({ deadlines: [{ at: minutes(30) + 20_000, reported: { from: 0, to: 13_000 } }] })
    expect(answers(evidence({ races: [late] }))).toEqual([[30, 'perhaps']])
    expect(answers(evidence({ asked: at(25_000) }))).toEqual([[30, 'perhaps']])
  })

  test('is dropped if the deadline moved or the race started well before', () => {
    const [first] = race().deadlines
    const moved = (moment: number) => race({ deadlines: [first!, { at: minutes(90), reported: at(moment) }] })
    expect(answers(evidence({ races: [moved(5_000)] }))).toEqual([])
    expect(answers(evidence({ races: [moved(15_000)] }))).toEqual([[30, 'perhaps']])
    expect(answers(evidence({ races: [moved(30_000)] }))).toEqual([[30, 'yes']])
    expect(answers(evidence({ races: [race({ closed: [at(5_000)] })] }))).toEqual([])
    expect(answers(evidence({ races: [race({ closed: [at(24_000)] })] }))).toEqual([[30, 'perhaps']])
  })

  test('is expected once, however often its race moved', () => {
    const twice = race({
      deadlines: [
        { at: minutes(30) + 20_000, reported: at(0) },
        { at: minutes(30) + 50_000, reported: at(35_000) },
      ],
    })
    expect(answers(evidence({ races: [twice], asked: at(80_000) }))).toEqual([[30, 'yes']])
  })
})

describe('the reminder of a fan', () => {
  test('is expected if the fan plays and has no tip in the category', () => {
    expect(answers(evidence(), fan({ tipped: tips() }))).toEqual([[30, 'no']])
    expect(answers(evidence(), fan({ tipped: tips(['Utes', at(0)]) }))).toEqual([[30, 'no']])
    expect(answers(evidence(), fan({ tipped: tips(['Utes', at(15_000)], ['Karts', at(0)]) }))).toEqual([
      [30, 'perhaps'],
    ])
    expect(answers(evidence(), fan({ tipped: tips(['Utes', at(40_000)], ['Karts', at(0)]) }))).toEqual([[30, 'yes']])
  })

  test('comes from the first scope that is due', () => {
    const both = fan({ groups: [group()] })
    const message = (who: RemindedFan) => expectedReminders(evidence(), who)[0]?.words.map((words) => words.message)
    expect(message(both)).toEqual([expect.stringMatching(/^Utes Race 2/)])
    expect(message({ ...both, tipped: tips(['Utes', at(0)]) })).toEqual([expect.stringMatching(/^In Pit Wall, Utes/)])
    expect(message({ ...both, tipped: tips(['Utes', at(15_000)]) })).toHaveLength(2)
    expect(answers(evidence(), { tipped: tips(), groups: [group()] })).toEqual([[30, 'yes']])
  })

  test('depends on current membership, counting races and tips of this membership', () => {
    const tipped = tips(['Utes', at(0)])
    const [stay] = group().stays
    const before = { joined: at(-60_000), left: at(-30_000), tipped }
    const reported = (over: Parameters<typeof group>[0]) => answers(evidence(), { tipped, groups: [group(over)] })
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
    const other = (deadline: number | null, over: Partial<RemindedRace> = {}) => ({
      ...race({ id: 'other', deadlines: deadline === null ? [] : [{ at: deadline, reported: always }], ...over }),
    })
    const of30 = (second: RemindedRace, given: Partial<ReminderEvidence> = {}) =>
      answers(evidence({ races: [race(), second], ...given })).find(([step]) => step === 30)?.[1]
    const filter = { versions: [rules({ sessions: ['race'] })] }
    expect(of30(other(minutes(5)))).toBe('no')
    expect(of30(other(minutes(5)), filter)).toBe('yes')
    expect(of30(other(minutes(5), { closed: [at(0)] }))).toBe('yes')
    expect(of30(other(minutes(5), { closed: [at(15_000)] }))).toBe('perhaps')
    expect(of30(other(22_000))).toBe('perhaps')
    expect(of30(other(0))).toBe('yes')
    expect(of30(other(minutes(60)))).toBe('yes')
    expect(of30(other(null))).toBe('yes')
    expect(of30(other(0), { versions: [rules({ locksAfterFirst: true })] })).toBe('no')
  })
})
