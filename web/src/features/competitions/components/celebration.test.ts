import { expect, test } from 'vitest'
import { isWorthIt, podiumPlace } from './celebration.ts'

test('counts places 1 to 3 with points as the podium', () => {
  expect(podiumPlace({ position: 3, totalPoints: 1 })).toBe(3)
  expect(podiumPlace({ position: 1, totalPoints: 0 })).toBeNull()
  expect(podiumPlace({ position: 4, totalPoints: 90 })).toBeNull()
  expect(podiumPlace({ position: null, totalPoints: null })).toBeNull()
  expect(podiumPlace(undefined)).toBeNull()
})

test('celebrates reaching or climbing on the podium, not staying or falling', () => {
  expect(isWorthIt(3, null)).toBe(true)
  expect(isWorthIt(1, 3)).toBe(true)
  expect(isWorthIt(2, 2)).toBe(false)
  expect(isWorthIt(3, 1)).toBe(false)
  expect(isWorthIt(null, 2)).toBe(false)
})
