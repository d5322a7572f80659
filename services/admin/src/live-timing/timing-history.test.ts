import type { Snapshot } from '@purple-sector/contracts/admin/live-timing'
import { expect, test } from 'vitest'
import { anEntry, aSnapshot } from '../../test/snapshots.ts'
import { nextTiming, type TrackedTiming } from './next-timing.ts'
import { historyAdditions } from './timing-history.ts'

const next = (snapshot: Snapshot, before?: TrackedTiming, generation = 1) =>
  nextTiming(before, snapshot, {
    ...{ raceId: 7, weekendId: 8, generation, at: new Date(), startedAt: new Date() },
    entered: { cars: [], matches: new Map() },
  })
const entry = (carNumber: string, position: number, laps: number, lastLapMs: number) =>
  anEntry({ carNumber, position, laps, lastLapMs, gapMs: 100.5 })

test('adds the first position of a car, then each completed lap, and nothing between', () => {
  const grid = next(aSnapshot(['27', '88'], { lap: 0 }))
  expect(historyAdditions(undefined, grid).laps).toMatchObject([
    { plate: '27', lap: 0, position: 1, lapMs: null },
    { plate: '88', lap: 0, position: 2, lapMs: null },
  ])
  const first = next(aSnapshot([entry('88', 1, 1, 91_000.5), entry('27', 2, 0, 0)]), grid)
  expect(historyAdditions(grid, first).laps).toEqual([
    { plate: '88', lap: 1, position: 1, lapMs: 91_000.5, gapMs: 100.5, inPit: false },
  ])
  expect(
    historyAdditions(first, next(aSnapshot([entry('88', 1, 1, 91_000.5), entry('27', 2, 0, 0)]), first)).laps,
  ).toEqual([])
})

test('adds nothing for laps that a source withdraws and sends again', () => {
  const third = next(aSnapshot([entry('27', 1, 3, 90_000)]))
  const withdrawn = next(aSnapshot([entry('27', 1, 2, 90_000)]), third)
  expect(historyAdditions(third, withdrawn).laps).toEqual([])
  expect(historyAdditions(withdrawn, next(aSnapshot([entry('27', 1, 3, 90_000)]), withdrawn)).laps).toEqual([])
})

test('adds a race control message if flag or message changed', () => {
  const green = next(aSnapshot(['27'], { flag: 'green' }))
  expect(historyAdditions(undefined, green).control).toEqual({ lap: 1, flag: 'green', message: null })
  expect(historyAdditions(green, next(aSnapshot(['27'], { flag: 'green' }), green)).control).toBeUndefined()
  const red = next(aSnapshot(['27'], { flag: 'red', message: 'Car 27 in the wall', lap: 4 }), green)
  expect(historyAdditions(green, red).control).toEqual({ lap: 4, flag: 'red', message: 'Car 27 in the wall' })
})

test('starts a new history for another source', () => {
  const before = next(aSnapshot([entry('27', 1, 3, 90_000)]))
  const after = next(aSnapshot([entry('27', 1, 2, 91_000)]), before, 2)
  expect(historyAdditions(before, after)).toMatchObject({ laps: [{ plate: '27', lap: 2 }], control: { flag: 'green' } })
  const third = next(aSnapshot([entry('27', 1, 3, 91_000)]), after, 2)
  expect(historyAdditions(after, third)).toMatchObject({ laps: [{ lap: 3 }], control: undefined })
})
