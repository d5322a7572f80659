import type { Snapshot, SnapshotEntry } from '@purple-sector/contracts/admin/live-timing'
import { describe, expect, test } from 'vitest'
import { anEntry, aSnapshot } from '../../test/snapshots.ts'
import { nextTiming, type TrackedTiming } from './next-timing.ts'

const car = (id: number, plate: string, withdrawn = false) => ({
  ...{ id, plate, withdrawn },
  number: Number.parseInt(plate, 10),
  driver: '',
})
const cars = [car(1, '27'), car(2, '05'), car(3, '5'), car(4, '88'), car(5, '6'), car(6, '6', true)]
const at = new Date('2026-11-21T05:30:01.500Z')
const startedAt = new Date('2026-11-21T05:29:00Z')

const next = (snapshot: Snapshot, before?: TrackedTiming, matches: [string, number][] = []): TrackedTiming =>
  nextTiming(before, snapshot, {
    ...{ raceId: 7, weekendId: 8, generation: 1, at, startedAt },
    entered: { cars, matches: new Map(matches) },
  })
/** Applies snapshots in order and returns the last timing. */
const after = (...snapshots: Snapshot[]): TrackedTiming => {
  const [first, ...rest] = snapshots
  if (!first) throw new Error('no snapshot')
  return rest.reduce((before, snapshot) => next(snapshot, before), next(first))
}
const entryOf = ({ timing }: TrackedTiming, plate: string) => timing.entries.find((entry) => entry.plate === plate)
const runningEntry = (carNumber: string, position: number, overrides: Partial<SnapshotEntry> = {}) =>
  anEntry({ carNumber, position, ...overrides })

describe('nextTiming', () => {
  test('returns the state of the session by the source, its arrival and its start', () => {
    const { timing } = next(aSnapshot(['27'], { sequence: 9, flag: 'safety-car', lap: 4, totalLaps: 20, message: '' }))
    expect(timing).toMatchObject({
      ...{ raceId: 7, weekendId: 8, generation: 1, sequence: 9, flag: 'safety-car', lap: 4, totalLaps: 20 },
      ...{ remainingMs: null, message: null, hasEnded: false },
      at: at.toISOString(),
      startedAt: startedAt.toISOString(),
      capturedAt: '2026-11-21T05:30:00.000Z',
    })
  })

  test('sorts cars by running order, retired ones last, and leaves those out of the places', () => {
    const { timing } = next(
      aSnapshot([
        runningEntry('88', 3),
        runningEntry('27', 1, { status: 'out' }),
        runningEntry('05', 2, { status: 'pit' }),
        runningEntry('6', 4),
      ]),
    )
    expect(timing.entries.map(({ plate, position, place }) => [plate, position, place])).toEqual([
      ['05', 2, 1],
      ['88', 3, 2],
      ['6', 4, 3],
      ['27', 1, null],
    ])
  })

  test('returns times to the last digit, and computes no gap', () => {
    const times = { lastLapMs: 80298.3721, bestLapMs: 80111.0009, gapMs: 1551.4, sectorsMs: [26001.25, null, 28000.5] }
    const entry = entryOf(next(aSnapshot([runningEntry('27', 1), runningEntry('88', 2, times)])), '88')
    expect(entry).toMatchObject({ ...times, gapLaps: null, intervalMs: null, intervalLaps: null })
  })

  test('recognises a car in the pits by either field of the source', () => {
    const timing = next(
      aSnapshot([
        runningEntry('27', 1, { inPit: true }),
        runningEntry('88', 2, { status: 'pit' }),
        runningEntry('6', 3, { status: 'finished', inPit: true }),
      ]),
    )
    const states = timing.timing.entries.map(({ status, inPit }) => [status, inPit])
    expect(states).toEqual([
      ['pit', true],
      ['pit', true],
      ['finished', true],
    ])
  })

  test('prefers the exact plate over another car with the same number', () => {
    const entered = { cars: [car(3, '5'), car(4, '88')], matches: new Map([['905', 4]]) }
    const idsOf = (...numbers: string[]) =>
      nextTiming(undefined, aSnapshot(numbers), {
        ...{ raceId: 7, weekendId: 8, generation: 1, at, startedAt, entered },
      }).timing.entries.map(({ carId }) => carId)
    expect(idsOf('05', '5')).toEqual([null, 3])
    expect(idsOf('5', '05')).toEqual([3, null])
    expect(idsOf('05', '005')).toEqual([3, null])
    expect(idsOf('905', '88')).toEqual([null, 4])
  })

  test('ends when the flag is chequered and no car runs', () => {
    const hasEndedAfter = (flag: Snapshot['flag'], ...statuses: SnapshotEntry['status'][]) =>
      next(
        aSnapshot(
          statuses.map((status, i) => runningEntry(String(i), i + 1, { status })),
          { flag },
        ),
      ).timing.hasEnded
    expect(hasEndedAfter('chequered', 'finished', 'out')).toBe(true)
    expect(hasEndedAfter('chequered', 'finished', 'running')).toBe(false)
    expect(hasEndedAfter('red', 'finished', 'out')).toBe(false)
    expect(hasEndedAfter('chequered')).toBe(false)
  })
})

describe('position changes', () => {
  test('counts position changes from the first snapshot, for cars that were in it', () => {
    const latest = after(
      aSnapshot(['27', '88', '05']),
      aSnapshot(['05', '27', '88', '6']),
      aSnapshot(['05', '6', '88', '27']),
    )
    expect(latest.timing.entries.map(({ plate, change }) => [plate, change])).toEqual([
      ['05', 2],
      ['6', 0],
      ['88', -1],
      ['27', -3],
    ])
  })
})

describe('colours', () => {
  const sectors = (plate: string, ...times: (number | null)[]) => ({ plate, times })
  const lapOf = (...rows: ReturnType<typeof sectors>[]) =>
    aSnapshot(rows.map(({ plate, times }, i) => runningEntry(plate, i + 1, { sectorsMs: times })))

  test('marks sectors purple for the fastest overall, green for the best of the car, yellow for slower', () => {
    const latest = after(
      lapOf(sectors('27', 30, 40, 50), sectors('88', 31, 39, 51)),
      lapOf(sectors('27', 29, 41, null), sectors('88', 30, 39.5, 50.5)),
    )
    expect(entryOf(latest, '27')?.sectors).toEqual(['purple', 'yellow', null])
    expect(entryOf(latest, '88')?.sectors).toEqual(['green', 'yellow', 'green'])
  })

  test('keeps a time that was driven before; reads 0 as no time', () => {
    const latest = after(
      lapOf(sectors('27', 30, 0, 50), sectors('88', 31, 0, 51)),
      lapOf(sectors('88', 30, 0, 51), sectors('27', 31, 0, 52)),
    )
    expect(entryOf(latest, '88')?.sectors).toEqual(['green', null, 'green'])
    expect(entryOf(latest, '27')?.sectors).toEqual(['yellow', null, 'yellow'])
  })

  test('marks the last lap and the best of the session, also if the source names no best', () => {
    const laps = (firstMs: number, secondMs: number) =>
      aSnapshot([runningEntry('27', 1, { lastLapMs: firstMs }), runningEntry('88', 2, { lastLapMs: secondMs })])
    const first = after(laps(90_000, 91_000))
    expect([entryOf(first, '27')?.lastLap, entryOf(first, '88')?.lastLap]).toEqual(['purple', 'green'])
    const second = after(laps(90_000, 91_000), laps(92_000, 89_000))
    expect(entryOf(second, '27')).toMatchObject({ lastLap: 'yellow', bestLapMs: 90_000, isFastest: false })
    expect(entryOf(second, '88')).toMatchObject({ lastLap: 'purple', bestLapMs: 89_000, isFastest: true })
  })

  test('follows the source if it withdraws a best lap', () => {
    const laps = (bestLapMs: number) =>
      aSnapshot([
        runningEntry('27', 1, { bestLapMs, lastLapMs: 90_000 }),
        runningEntry('88', 2, { bestLapMs: 89_000, lastLapMs: 95_000 }),
      ])
    expect(entryOf(after(laps(88_000)), '27')?.isFastest).toBe(true)
    const latest = after(laps(88_000), laps(90_000))
    expect([entryOf(latest, '27')?.isFastest, entryOf(latest, '88')?.isFastest]).toEqual([false, true])
  })

  test('keeps the bests of a car that snapshots no longer name', () => {
    const latest = after(
      aSnapshot([runningEntry('27', 1, { lastLapMs: 80_000 }), runningEntry('88', 2, { lastLapMs: 90_000 })]),
      aSnapshot([runningEntry('88', 1, { lastLapMs: 85_000 })]),
      aSnapshot([runningEntry('88', 1, { lastLapMs: 84_000 }), runningEntry('27', 2, { lastLapMs: 99_000 })]),
    )
    expect(entryOf(latest, '27')).toMatchObject({ isFastest: true, bestLapMs: 80_000, lastLap: 'yellow', change: -1 })
    expect(entryOf(latest, '88')).toMatchObject({ isFastest: false, lastLap: 'green' })
  })
})

describe('entered car', () => {
  const idOf = (number: number | string, matches: [string, number][] = []) =>
    next(aSnapshot([runningEntry('x', 1), anEntry({ carNumber: number, position: 2 })]), undefined, matches).timing
      .entries[1]?.carId

  test.each([
    ['its plate as it is written', '05', 2],
    ['another plate of that value', '5', 3],
    ['its number, where one car alone has it', 27, 1],
    ['its number, however it is written', '088', 4],
    ['the one that was not withdrawn', '6', 5],
    ['none: it is not entered', '112', null],
    ['none of several with the number', '005', null],
  ])('finds %s', (_words, number, id) => {
    expect(idOf(number)).toBe(id)
  })

  test('uses `plate` if a number cannot be written as one', () => {
    const { timing } = next(aSnapshot([anEntry({ carNumber: 5, plate: '05', position: 1 })]))
    expect(timing.entries).toMatchObject([{ carNumber: 5, plate: '05', carId: 2 }])
  })

  test('uses the match of race control if no entry fits and that car is in the race', () => {
    expect(idOf('112', [['112', 4]])).toBe(4)
    expect(idOf('112', [['112', 99]])).toBeNull()
    expect(idOf('27', [['27', 4]])).toBe(1)
  })

  test('matches only one car: a second number for the same car is not entered', () => {
    const { timing } = next(aSnapshot(['27', '027']))
    expect(timing.entries.map(({ carId }) => carId)).toEqual([1, null])
  })

  test('accepts unusual plates', () => {
    const unusualPlates = ['__proto__', 'toString', 'x']
    expect(next(aSnapshot(unusualPlates)).timing.entries.map(({ plate }) => plate)).toEqual(unusualPlates)
  })
})
