import type { AchievementProgress } from '@purple-sector/contracts/engagement/http'
import { expect, test } from 'vitest'
import { sorted, stepsOf } from './achievement-order.ts'
import { achievementReply } from './test-achievements.ts'

test('sorts completed achievements first, then by grade, and keeps the given order otherwise', () => {
  const cases: [string, AchievementProgress['achievement']['difficulty'], boolean][] = [
    ['a', 'platinum', false],
    ['b', 'gold', true],
    ['c', 'bronze', false],
    ['d', 'silver', false],
    ['e', 'bronze', true],
    ['f', 'bronze', false],
  ]
  const achievements = cases.map(([id, difficulty, isCompleted]) =>
    achievementReply({ id, difficulty }, { isCompleted }),
  )
  expect(sorted(achievements).map(({ achievement }) => achievement.id)).toEqual(['e', 'b', 'c', 'f', 'd', 'a'])
})

test('draws one segment per step, at most ten, and fills the last one only at the goal', () => {
  const steps = (progress: number, maxProgress: number) => Object.values(stepsOf({ progress, maxProgress }))
  expect(steps(4, 5)).toEqual([4, 5])
  expect(steps(7, 10)).toEqual([7, 10])
  expect(steps(0, 50)).toEqual([0, 10])
  expect(steps(1, 50)).toEqual([1, 10])
  expect(steps(49, 50)).toEqual([9, 10])
  expect(steps(50, 50)).toEqual([10, 10])
})
