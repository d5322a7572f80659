import { expect, test } from 'vitest'
import { aWeekendReport } from '../../../test/reports/a-weekend-report.ts'
import { podiumOf } from './draw-leaderboard.ts'

const [racer] = aWeekendReport().top
const racersAt = (...positions: (number | null)[]) =>
  positions.map((position, index) => ({
    ...(racer as NonNullable<typeof racer>),
    name: `Racer ${index + 1}`,
    position,
    points: 120,
    isShared: positions.filter((each) => each === position).length > 1,
  }))
const podiumNames = (...positions: (number | null)[]) => podiumOf(racersAt(...positions)).map(({ name }) => name)

test('puts the first three on the podium, also if they share a position', () => {
  expect(podiumNames(1, 2, 3, 4)).toEqual(['Racer 1', 'Racer 2', 'Racer 3'])
  expect(podiumNames(1, 1, 1, 4)).toHaveLength(3)
  expect(podiumNames(1, 2, 2)).toHaveLength(3)
  expect(podiumNames(1)).toEqual(['Racer 1'])
})

test('draws no podium without points, or if more racers share a place than it has blocks', () => {
  for (const positions of [
    [1, 1, 1, 1],
    [1, 1, 3, 3],
    [1, 2, 2, 2, 2],
    [1, 2, 3, 3],
  ])
    expect(podiumNames(...positions)).toEqual([])
  expect(podiumOf([])).toEqual([])
  expect(podiumOf(racersAt(null, null).map((each) => ({ ...each, points: 0 })))).toEqual([])
})
