import { readFileSync } from 'node:fs'
import { DIFFICULTIES } from '@purple-sector/contracts/engagement/http'
import { expect, test } from 'vitest'
import { COUNTERS, type Counts, progressOf, RULES } from './achievements.ts'

test('defines at least twenty achievements of every difficulty with unique ids, names and icons', () => {
  expect(RULES.length).toBeGreaterThanOrEqual(20)
  expect([...new Set(RULES.map(({ achievement }) => achievement.difficulty))]).toEqual([...DIFFICULTIES])
  for (const field of ['id', 'name', 'description', 'iconType'] as const)
    expect(new Set(RULES.map(({ achievement }) => achievement[field])).size).toBe(RULES.length)
})

test('uses every counter in a rule and orders rules by difficulty', () => {
  expect(new Set(RULES.map(({ counter }) => counter))).toEqual(new Set(COUNTERS))
  const order = RULES.map(({ achievement }) => DIFFICULTIES.indexOf(achievement.difficulty))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('caps progress at the goal', () => {
  const rule = RULES.find(({ achievement }) => achievement.id === 'pollster')!
  const counts = (votes: number) => ({ votes }) as Counts
  expect([0, 7, 10, 14].map((votes) => progressOf(rule, counts(votes)))).toEqual([0, 7, 10, 10])
})

test('matches the achievements listed in docs/rules.md', () => {
  const page = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## Achievements\n')
  const rows = section
    .split('## ')[0]
    ?.matchAll(/^\| ([^|]+) \| (bronze|silver|gold|platinum) \| (\d+) \| [^|]+ \| (\d+) \|$/gm)
  expect(
    [...(rows ?? [])].map(([, name, difficulty, points, goal]) => [name, difficulty, Number(points), Number(goal)]),
  ).toEqual(RULES.map(({ achievement: { name, difficulty, points }, goal }) => [name, difficulty, points, goal]))
})
