import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { describeTipsClose, tipsClose } from './tips-close.ts'

const now = Date.parse('2026-11-21T04:00:00.000Z')
const zone = { timeZone: 'Australia/Sydney' }
const race = (id: number, deadline: string | null, overrides: Partial<Race> = {}): Race =>
  raceReply({ id, name: `Race ${id}`, deadline, ...overrides })
const practice = race(1, '2026-11-21T05:13:00.000Z', { sessionType: 'practice' })
const first = race(2, '2026-11-21T05:13:00.000Z')
const second = race(3, '2026-11-22T00:43:00.000Z')
const support = race(4, '2026-11-21T04:30:00.000Z', { category: 'Dunlop Super2 Series' })
const describeFor = (displayed: Race, productRaces: Race[], instant = now) =>
  describeTipsClose(displayed, tipsClose(displayed, productRaces, instant), zone, instant)

describe('closing time of tips for the displayed race', () => {
  test('returns the own deadline of a race that counts', () => {
    expect(describeFor(first, [support, first, second])).toBe('tips close at 4:13 pm AEDT')
  })
  test('returns the deadline of the counting race when practice is displayed', () => {
    expect(describeFor(practice, [practice, second])).toBe('tips for Race 3 close Sun 11:43 am AEDT')
  })
  test('returns the deadline of the counting race when the filter excludes the displayed one', () => {
    expect(describeFor(first, [second])).toBe('tips for Race 3 close Sun 11:43 am AEDT')
  })
  test("returns the next race's deadline once the own one has passed", () => {
    expect(describeFor(first, [first, second], Date.parse(first.deadline ?? ''))).toMatch(/^tips for Race 3 close/)
    expect(describeFor(race(2, first.deadline, { locked: true }), [race(2, null, { locked: true }), second])).toMatch(
      /Race 3/,
    )
  })
  test('includes the date when a weekday would be ambiguous', () => {
    expect(describeFor(practice, [practice, second], Date.parse('2026-11-01T00:00:00.000Z'))).toBe(
      'tips for Race 3 close Sun 22 Nov, 11:43 am AEDT',
    )
  })
  test('keeps tips open while the counting race has no deadline', () => {
    expect(describeFor(race(5, null), [race(5, null)])).toBe('tips are open')
    expect(describeFor(practice, [race(5, null)])).toBe('tips for Race 5 are open')
  })
  test('closes tips when no race of the category is open', () => {
    expect(describeFor(first, [first, support], Date.parse(first.deadline ?? ''))).toBe('tips closed')
  })
  test('never opens tips when no race of the category counts', () => {
    expect(describeFor(practice, [practice, support])).toBe('no tipping')
    expect(describeFor(first, [support])).toBe('no tipping')
  })
})
