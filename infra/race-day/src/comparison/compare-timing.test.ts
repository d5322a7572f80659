import { expect, test } from 'vitest'
import { asClassification, expectedEntries, podiumIn } from '../account/expected-timing.ts'
import type { TimingReply } from '../fans/replies.ts'
import { raceStateAt } from '../race-control/timing-snapshot.ts'
import type { RecordedRace } from '../recording/recording.ts'
import { compareTiming } from './compare-timing.ts'
import { differencesInWords } from './differences.ts'

const race: RecordedRace = {
  ...{ id: 'race', category: 'Utes', type: 'race1', name: 'Race 1', plannedStart: null, moves: [], ran: null },
  ...{ redFlags: [{ at: '', until: null, reason: 'Oil' }], results: [] },
  laps: [
    ['7', '05', '5'],
    ['05', '7', '5'],
    ['05', '5'],
  ],
}
const ids: Record<string, number> = { '7': 1, '05': 2, '5': 3 }
const first = raceStateAt(race, 1, 'green')
const expectedAt = (lap: number, flag: 'green' | 'red' | 'chequered') => {
  const raceState = raceStateAt(race, lap, flag)
  return { raceState, totalLaps: 3, entries: expectedEntries(raceState, first, (plate) => ids[plate] ?? 0) }
}
const shownAt = (lap: number, flag: 'green' | 'red' | 'chequered'): TimingReply => {
  const { raceState, entries } = expectedAt(lap, flag)
  const { cars: _, ...how } = raceState
  const hasEnded = flag === 'chequered'
  return { ...how, raceId: 1, generation: 1, sequence: lap, at: 0, totalLaps: 3, hasEnded, entries }
}

test('treats a car missing from the order as out, without a place and without points', () => {
  const { entries } = expectedAt(3, 'chequered')
  expect(entries.map(({ plate, place, change, laps, status }) => [plate, place, change, laps, status])).toEqual([
    ['05', 1, 1, 3, 'finished'],
    ['5', 2, 1, 3, 'finished'],
    ['7', null, -2, 2, 'out'],
  ])
  expect(podiumIn(entries)).toBe('2,3')
  expect(asClassification(entries).map(({ carId, status }) => [carId, status])).toEqual([
    [2, 'classified'],
    [3, 'classified'],
    [1, 'dnf'],
  ])
})

test.each(['green', 'red', 'chequered'] as const)('accepts a lap under %s that is displayed as recorded', (flag) => {
  expect(compareTiming('race', expectedAt(2, flag), shownAt(2, flag))).toEqual([])
})

test('reports a wrong place, order, lap and message in words', () => {
  const actual = shownAt(2, 'red')
  const [leader, ...restOfRows] = actual.entries
  const wrong = { ...actual, lap: 1, message: null, entries: [...restOfRows, { ...leader!, place: 2 }] }
  const words = differencesInWords(compareTiming('race, lap 2', expectedAt(2, 'red'), wrong))
  expect(words).toContain('race, lap 2: lap should be 2, but is 1')
  expect(words).toContain('race, lap 2: message should be Oil, but is null')
  expect(words).toContain('race, lap 2: order should be 05 7 5, but is 7 5 05')
  expect(words).toMatch(/race, lap 2: car 05 should be .*"place":1.*, but is .*"place":2/)
})
