import { timingEntryReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { heatMapOf } from './heat-map.ts'
import { runningRows } from './running-rows.ts'

test('scores the running order as a result, with out as retired and unentered cars in the field', () => {
  const entries = [
    timingEntryReply(1, 1, { laps: 10, bestLapMs: 80_000 }),
    timingEntryReply(99, 2, { carId: null, laps: 10, bestLapMs: 90_000 }),
    timingEntryReply(2, 3, { laps: 5, bestLapMs: 82_800, status: 'pit' }),
    timingEntryReply(3, 4, { place: null, laps: 2, bestLapMs: null, status: 'out' }),
  ]
  const rows = runningRows({ entries })
  expect(rows.map(({ place, position, status }) => [place, position, status])).toEqual([
    [1, 1, 'classified'],
    [2, 2, 'classified'],
    [3, 3, 'classified'],
    [null, null, 'dnf'],
  ])
  const cars = [1, 2, 3].map((id) => ({
    ...{ id, categoryId: 1, number: id, plate: String(id), driverName: `Driver ${id}`, team: '' },
  }))
  const session = { name: 'Race 1', categoryId: 1, points: null, rows }
  const map = heatMapOf({ sessions: [session], cars, categories: [{ id: 1, name: 'Supercars' }] })
  // 60 % of 1/3, 30 % of 50 %, 10 % of a half; for the car that is out a fifth of the laps.
  expect(map.map(({ driverName, performanceScore, points }) => [driverName, performanceScore, points])).toEqual([
    ['Driver 1', '100.0', 0],
    ['Driver 2', '40.0', 0],
    ['Driver 3', '2.0', 0],
  ])
})
