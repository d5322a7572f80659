import type { SnapshotEntry } from '@purple-sector/contracts/admin/live-timing'
import { expect, test } from 'vitest'
import { anEntry, aSnapshot } from '../testing/snapshots.ts'
import { nextTiming } from './next-timing.ts'
import { readOrder } from './read-order.ts'

const car = (id: number, plate: string, driver: string) => ({
  id,
  plate,
  number: Number(plate),
  driver,
  withdrawn: false,
})
const session = {
  race: { name: 'Race 1', category: 'Dunlop Super2 Series', sessionType: 'race1' as const },
  cars: [
    car(1, '27', 'Sam Petrakis'),
    car(2, '6', 'Ash Brandt'),
    car(3, '33', 'Lou Brandt'),
    car(4, '4', 'Theo Quist'),
  ],
  others: [],
}
const finished = (carNumber: string, position: number, over: Partial<SnapshotEntry> = {}) =>
  anEntry({ carNumber, position, laps: 18, status: 'finished', ...over })
const read = (entries: SnapshotEntry[], { flag = 'chequered' as const, matches = new Map<string, number>() } = {}) => {
  const arrival = { raceId: 1, weekendId: 1, generation: 1, at: new Date(), startedAt: new Date() }
  const kept = nextTiming(undefined, aSnapshot(entries, { flag, lap: 18 }), {
    ...arrival,
    entered: { ...session, matches },
  })
  return readOrder(kept, { session, matches })
}

test('the order is a provisional result: who finished by place, who is out without', () => {
  const reading = read([
    finished('33', 3, { status: 'out', laps: 9 }),
    finished('27', 1, { bestLapMs: 101_023.45 }),
    finished('6', 2, { gapMs: 1_551.97 }),
    finished('4', 4),
  ])
  expect(reading).toMatchObject({ status: 'provisional', errors: [], unmatched: [], notes: [] })
  expect(reading.classification).toEqual([
    { position: 1, carId: 1, status: 'classified', laps: 18, bestLapMs: 101_023.4 },
    { position: 2, carId: 2, status: 'classified', laps: 18, gapMs: 1_551 },
    { position: 3, carId: 4, status: 'classified', laps: 18 },
    { position: null, carId: 3, status: 'dnf', laps: 9 },
  ])
})

test('a car that is not entered is listed, and one that race control matched is that car', () => {
  const entries = [finished('27', 1), finished('6', 2), finished('33', 3), finished('112', 4, { driver: 'J.Lee' })]
  expect(read(entries).unmatched).toEqual([{ line: 4, number: '112', driver: 'J.Lee' }])
  const matched = read(entries, { matches: new Map([['112', 4]]) })
  expect(matched.unmatched).toEqual([])
  expect(matched.classification.at(-1)).toMatchObject({ position: 4, carId: 4 })
})

test('nobody is the winner because the car ahead is not entered, and an order that may change says so', () => {
  const reading = read([finished('99', 1), finished('6', 2, { status: 'running' })])
  expect(reading.errors).toMatchObject([{ line: 1, message: expect.stringContaining('which is not entered') }])
  expect(reading.notes[0]).toBe('The session has not ended: this is the order of lap 18.')
})

test('a car beside one whose plate is the same number is not taken for it', () => {
  const reading = read([finished('27', 1), finished('33', 2), finished('4', 3), finished('06', 4), finished('6', 5)])
  expect(reading.errors).toEqual([])
  expect(reading.unmatched).toMatchObject([{ number: '06' }])
  expect(reading.classification.at(-1)).toMatchObject({ carId: 2 })
})
