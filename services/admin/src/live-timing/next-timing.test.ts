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
const run = (carNumber: string, position: number, over: Partial<SnapshotEntry> = {}) =>
  anEntry({ carNumber, position, ...over })

describe('a snapshot as fans see it', () => {
  test('says of the session what the source says, when it reached us, and when it began', () => {
    const { timing } = next(aSnapshot(['27'], { sequence: 9, flag: 'safety-car', lap: 4, totalLaps: 20, message: '' }))
    expect(timing).toMatchObject({
      ...{ raceId: 7, weekendId: 8, generation: 1, sequence: 9, flag: 'safety-car', lap: 4, totalLaps: 20 },
      ...{ remainingMs: null, message: null, hasEnded: false },
      at: at.toISOString(),
      startedAt: startedAt.toISOString(),
      capturedAt: '2026-11-21T05:30:00.000Z',
    })
  })

  test('is in the order of the track, cars that are out at its end, and places leave those out', () => {
    const { timing } = next(
      aSnapshot([run('88', 3), run('27', 1, { status: 'out' }), run('05', 2, { status: 'pit' }), run('6', 4)]),
    )
    expect(timing.entries.map(({ plate, position, place }) => [plate, position, place])).toEqual([
      ['05', 2, 1],
      ['88', 3, 2],
      ['6', 4, 3],
      ['27', 1, null],
    ])
  })

  test('keeps times as they were given, to the last digit, and makes up no gap', () => {
    const given = { lastLapMs: 80298.3721, bestLapMs: 80111.0009, gapMs: 1551.4, sectorsMs: [26001.25, null, 28000.5] }
    const entry = entryOf(next(aSnapshot([run('27', 1), run('88', 2, given)])), '88')
    expect(entry).toMatchObject({ ...given, gapLaps: null, intervalMs: null, intervalLaps: null })
  })

  test('knows a car in the pits by either word of the source', () => {
    const timing = next(
      aSnapshot([
        run('27', 1, { inPit: true }),
        run('88', 2, { status: 'pit' }),
        run('6', 3, { status: 'finished', inPit: true }),
      ]),
    )
    const states = timing.timing.entries.map(({ status, inPit }) => [status, inPit])
    expect(states).toEqual([
      ['pit', true],
      ['pit', true],
      ['finished', true],
    ])
  })

  test('a plate is its car, wherever the source puts another car whose number is the same', () => {
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

  test('has ended when the flag is chequered and nobody runs any more', () => {
    const ended = (flag: Snapshot['flag'], ...statuses: SnapshotEntry['status'][]) =>
      next(
        aSnapshot(
          statuses.map((status, i) => run(String(i), i + 1, { status })),
          { flag },
        ),
      ).timing.hasEnded
    expect(ended('chequered', 'finished', 'out')).toBe(true)
    expect(ended('chequered', 'finished', 'running')).toBe(false)
    expect(ended('red', 'finished', 'out')).toBe(false)
    expect(ended('chequered')).toBe(false)
  })
})

describe('what moved', () => {
  test('is counted from the first snapshot, for who was in it', () => {
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
    aSnapshot(rows.map(({ plate, times }, i) => run(plate, i + 1, { sectorsMs: times })))

  test('of sectors: purple for the fastest overall, green for the car’s own best, yellow for slower', () => {
    const latest = after(
      lapOf(sectors('27', 30, 40, 50), sectors('88', 31, 39, 51)),
      lapOf(sectors('27', 29, 41, null), sectors('88', 30, 39.5, 50.5)),
    )
    expect(entryOf(latest, '27')?.sectors).toEqual(['purple', 'yellow', null])
    expect(entryOf(latest, '88')?.sectors).toEqual(['green', 'yellow', 'green'])
  })

  test('a time that somebody drove before stays theirs; 0 is no time', () => {
    const latest = after(
      lapOf(sectors('27', 30, 0, 50), sectors('88', 31, 0, 51)),
      lapOf(sectors('88', 30, 0, 51), sectors('27', 31, 0, 52)),
    )
    expect(entryOf(latest, '88')?.sectors).toEqual(['green', null, 'green'])
    expect(entryOf(latest, '27')?.sectors).toEqual(['yellow', null, 'yellow'])
  })

  test('of the last lap, and whose best is the session’s, also when the source names no best', () => {
    const laps = (one: number, other: number) =>
      aSnapshot([run('27', 1, { lastLapMs: one }), run('88', 2, { lastLapMs: other })])
    const first = after(laps(90_000, 91_000))
    expect([entryOf(first, '27')?.lastLap, entryOf(first, '88')?.lastLap]).toEqual(['purple', 'green'])
    const second = after(laps(90_000, 91_000), laps(92_000, 89_000))
    expect(entryOf(second, '27')).toMatchObject({ lastLap: 'yellow', bestLapMs: 90_000, isFastest: false })
    expect(entryOf(second, '88')).toMatchObject({ lastLap: 'purple', bestLapMs: 89_000, isFastest: true })
  })

  test('follow the source where it takes a best lap back', () => {
    const laps = (bestLapMs: number) =>
      aSnapshot([
        run('27', 1, { bestLapMs, lastLapMs: 90_000 }),
        run('88', 2, { bestLapMs: 89_000, lastLapMs: 95_000 }),
      ])
    expect(entryOf(after(laps(88_000)), '27')?.isFastest).toBe(true)
    const latest = after(laps(88_000), laps(90_000))
    expect([entryOf(latest, '27')?.isFastest, entryOf(latest, '88')?.isFastest]).toEqual([false, true])
  })

  test('remember a car that has gone from the snapshots', () => {
    const latest = after(
      aSnapshot([run('27', 1, { lastLapMs: 80_000 }), run('88', 2, { lastLapMs: 90_000 })]),
      aSnapshot([run('88', 1, { lastLapMs: 85_000 })]),
      aSnapshot([run('88', 1, { lastLapMs: 84_000 }), run('27', 2, { lastLapMs: 99_000 })]),
    )
    expect(entryOf(latest, '27')).toMatchObject({ isFastest: true, bestLapMs: 80_000, lastLap: 'yellow', change: -1 })
    expect(entryOf(latest, '88')).toMatchObject({ isFastest: false, lastLap: 'green' })
  })
})

describe('the car that is meant', () => {
  const idOf = (number: number | string, matches: [string, number][] = []) =>
    next(aSnapshot([run('x', 1), anEntry({ carNumber: number, position: 2 })]), undefined, matches).timing.entries[1]
      ?.carId

  test.each([
    ['its plate as it is written', '05', 2],
    ['another plate of that value', '5', 3],
    ['its number, where one car alone has it', 27, 1],
    ['its number, however it is written', '088', 4],
    ['the one that was not withdrawn', '6', 5],
    ['none: it is not entered', '112', null],
    ['none of several with the number', '005', null],
  ])('is %s', (_words, number, id) => {
    expect(idOf(number)).toBe(id)
  })

  test('is named by `plate` where a number cannot be written so', () => {
    const { timing } = next(aSnapshot([anEntry({ carNumber: 5, plate: '05', position: 1 })]))
    expect(timing.entries).toMatchObject([{ carNumber: 5, plate: '05', carId: 2 }])
  })

  test('is race control’s match where no entry fits, if that car is in the race', () => {
    expect(idOf('112', [['112', 4]])).toBe(4)
    expect(idOf('112', [['112', 99]])).toBeNull()
    expect(idOf('27', [['27', 4]])).toBe(1)
  })

  test('is one alone: a second number that means the same car is not entered', () => {
    const { timing } = next(aSnapshot(['27', '027']))
    expect(timing.entries.map(({ carId }) => carId)).toEqual([1, null])
  })

  test('may be called as nobody would expect', () => {
    const odd = ['__proto__', 'toString', 'x']
    expect(next(aSnapshot(odd)).timing.entries.map(({ plate }) => plate)).toEqual(odd)
  })
})
