import type { SnapshotEntry, TimingFlag } from '@purple-sector/contracts/admin/live-timing'
import { expect, test } from 'vitest'
import { anEntry, aSnapshot } from '../../test/snapshots.ts'
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
  carsOfOtherCategories: [],
}
const finished = (carNumber: string, position: number, overrides: Partial<SnapshotEntry> = {}) =>
  anEntry({ carNumber, position, laps: 18, status: 'finished', ...overrides })
type Options = { matches?: Map<string, number>; lastFlag?: TimingFlag; sessionType?: 'race1' | 'qualifying' }
const readOrderOf = (entries: SnapshotEntry[], options: Options = {}) => {
  const { matches = new Map<string, number>(), lastFlag, sessionType = 'race1' } = options
  const arrival = { raceId: 1, weekendId: 1, generation: 1, at: new Date(), startedAt: new Date() }
  const latest = nextTiming(undefined, aSnapshot(entries, { flag: 'chequered', lap: 18 }), {
    ...arrival,
    entered: { ...session, matches },
  })
  return readOrder(latest, { session: { ...session, race: { ...session.race, sessionType } }, matches, lastFlag })
}
const parseOrder = (entries: SnapshotEntry[], options: Options = {}) => readOrderOf(entries, options).parsed

test('returns a provisional result with finishers by place and retired cars without', () => {
  const parsed = parseOrder([
    finished('33', 3, { status: 'out', laps: 9 }),
    finished('27', 1, { bestLapMs: 101_023.45 }),
    finished('6', 2, { gapMs: 1_551.97 }),
    finished('4', 4),
  ])
  expect(parsed).toMatchObject({ status: 'provisional', errors: [], unmatched: [], notes: [] })
  expect(parsed.classification).toEqual([
    { position: 1, carId: 1, status: 'classified', laps: 18, bestLapMs: 101_023.4 },
    { position: 2, carId: 2, status: 'classified', laps: 18, gapMs: 1_551 },
    { position: 3, carId: 4, status: 'classified', laps: 18 },
    { position: null, carId: 3, status: 'dnf', laps: 9 },
  ])
})

test('lists a car that is not entered, and resolves one that race control matched', () => {
  const entries = [finished('27', 1), finished('6', 2), finished('33', 3), finished('112', 4, { driver: 'J.Lee' })]
  expect(parseOrder(entries).unmatched).toEqual([{ line: 4, number: '112', driver: 'J.Lee' }])
  const matched = parseOrder(entries, { matches: new Map([['112', 4]]) })
  expect(matched.unmatched).toEqual([])
  expect(matched.classification.at(-1)).toMatchObject({ position: 4, carId: 4 })
})

test('promotes no car over one that is not entered, and notes an order that may change', () => {
  const parsed = parseOrder([finished('99', 1), finished('6', 2, { status: 'running' })])
  expect(parsed.errors).toMatchObject([{ line: 1, message: expect.stringContaining('which is not entered') }])
  expect(parsed.notes[0]).toBe('The session has not ended: this is the order of lap 18.')
})

test('does not confuse a car with one whose plate is the same number', () => {
  const parsed = parseOrder([
    finished('27', 1),
    finished('33', 2),
    finished('4', 3),
    finished('06', 4),
    finished('6', 5),
  ])
  expect(parsed.errors).toEqual([])
  expect(parsed.unmatched).toMatchObject([{ number: '06' }])
  expect(parsed.classification.at(-1)).toMatchObject({ carId: 2 })
})

test('does not classify a car that never started, whatever its status', () => {
  const parsed = parseOrder([
    finished('27', 1),
    finished('6', 2, { laps: 0 }),
    finished('33', 3),
    finished('4', 4, { laps: 0, status: 'out' }),
  ])
  const byCar = new Map(parsed.classification.map(({ carId, position, status }) => [carId, [position, status]]))
  expect(byCar).toEqual(
    new Map<number, unknown>([
      [1, [1, 'classified']],
      [2, [null, 'dns']],
      [3, [2, 'classified']],
      [4, [null, 'dns']],
    ]),
  )
  expect(parsed.notes).toContain('Cars 6, 4: no lap and no time, read as not started.')
})

test('counts a car that retired on its first lap as started', () => {
  const parsed = parseOrder([
    finished('27', 1),
    finished('6', 2),
    finished('33', 3),
    finished('4', 4, { laps: 0, status: 'out', sectorsMs: [30_000, null, null] }),
  ])
  expect(parsed.classification.at(-1)).toMatchObject({ carId: 4, status: 'dnf' })
})

test('does not classify a car without a time in qualifying, and notes a retired one with a time', () => {
  const qualifyingOptions = { sessionType: 'qualifying' } as const
  const order = (outMs: number) => [
    finished('27', 1, { bestLapMs: 90_000 }),
    finished('6', 2, { bestLapMs: 90_500 }),
    finished('33', 3, { bestLapMs: outMs, status: 'out' }),
    finished('4', 4),
  ]
  const { parsed, isPodiumCertain } = readOrderOf(order(91_000), qualifyingOptions)
  // Fewer than three have a time without it.
  expect(isPodiumCertain).toBe(false)
  expect(parsed.classification.find(({ carId }) => carId === 4)).toMatchObject({ position: null, status: 'nc' })
  expect(parsed.notes).toContain('Car 33: out, with a time that may count. Check the official order.')
})

test('notes a retired car with 90% of the distance instead of classifying it', () => {
  const order = (outLaps: number) => [
    finished('27', 1, { laps: 40 }),
    finished('6', 2, { laps: 40 }),
    finished('4', 3, { laps: 37 }),
    finished('33', 4, { laps: outLaps, status: 'out' }),
  ]
  const { parsed, isPodiumCertain } = readOrderOf(order(38))
  expect(parsed.classification.at(-1)).toMatchObject({ carId: 3, position: null, status: 'dnf', laps: 38 })
  expect(parsed.notes).toEqual([
    'Car 33 is out after 38 of 40 laps. With 90% of the distance it may be classified: check the official order.',
  ])
  expect(isPodiumCertain).toBe(false)
  expect(readOrderOf(order(36)).isPodiumCertain).toBe(true)
  expect(readOrderOf(order(35))).toMatchObject({ parsed: { notes: [] }, isPodiumCertain: true })
})

test('notes an order at the end of a red flag, and does not call it certain', () => {
  const order = [finished('27', 1), finished('6', 2), finished('33', 3), finished('4', 4)]
  const { parsed, isPodiumCertain } = readOrderOf(order, { lastFlag: 'red' })
  expect(parsed.notes[0]).toContain('counted back')
  expect(isPodiumCertain).toBe(false)
  expect(readOrderOf(order, { lastFlag: 'green' })).toMatchObject({ parsed: { notes: [] }, isPodiumCertain: true })
})
