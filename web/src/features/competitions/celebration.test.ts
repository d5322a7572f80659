import { expect, test } from 'vitest'
import { isWorthIt, podiumPlace } from './celebration.ts'

test('the podium has places 1 to 3, with points', () => {
  expect(podiumPlace({ position: 3, totalPoints: 1 })).toBe(3)
  expect(podiumPlace({ position: 1, totalPoints: 0 })).toBeNull()
  expect(podiumPlace({ position: 4, totalPoints: 90 })).toBeNull()
  expect(podiumPlace({ position: null, totalPoints: null })).toBeNull()
  expect(podiumPlace(undefined)).toBeNull()
})

test('coming onto it and climbing on it are celebrated, staying and falling are not', () => {
  expect(isWorthIt(3, null)).toBe(true)
  expect(isWorthIt(1, 3)).toBe(true)
  expect(isWorthIt(2, 2)).toBe(false)
  expect(isWorthIt(3, 1)).toBe(false)
  expect(isWorthIt(null, 2)).toBe(false)
})
