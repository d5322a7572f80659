import { readFileSync } from 'node:fs'
import { DIFFICULTIES } from '@purple-sector/contracts/engagement/http'
import { expect, test } from 'vitest'
import { COUNTERS, type Counts, progressOf, RULES } from './achievements.ts'

test('there are twenty and more, some of every difficulty, each with an id, a name and a drawing of its own', () => {
  expect(RULES.length).toBeGreaterThanOrEqual(20)
  expect([...new Set(RULES.map(({ achievement }) => achievement.difficulty))]).toEqual([...DIFFICULTIES])
  for (const field of ['id', 'name', 'description', 'iconType'] as const)
    expect(new Set(RULES.map(({ achievement }) => achievement[field])).size).toBe(RULES.length)
})

test('every counter is asked for by a rule, and rules are listed from the easiest difficulty on', () => {
  expect(new Set(RULES.map(({ counter }) => counter))).toEqual(new Set(COUNTERS))
  const order = RULES.map(({ achievement }) => DIFFICULTIES.indexOf(achievement.difficulty))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('progress ends at the goal', () => {
  const rule = RULES.find(({ achievement }) => achievement.id === 'pollster')!
  const counts = (votes: number) => ({ votes }) as Counts
  expect([0, 7, 10, 14].map((votes) => progressOf(rule, counts(votes)))).toEqual([0, 7, 10, 10])
})

test('the rules list each of them as it is', () => {
  const page = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## Achievements\n')
  const rows = section
    .split('## ')[0]
    ?.matchAll(/^\| ([^|]+) \| (bronze|silver|gold|platinum) \| (\d+) \| [^|]+ \| (\d+) \|$/gm)
  expect(
    [...(rows ?? [])].map(([, name, difficulty, points, goal]) => [name, difficulty, Number(points), Number(goal)]),
  ).toEqual(RULES.map(({ achievement: { name, difficulty, points }, goal }) => [name, difficulty, points, goal]))
})
