import { expect, test } from 'vitest'
import { createRecentChanges } from './recent-changes.ts'

const createChanges = (maxEntries?: number) => {
  let at = 1_000
  const changes = createRecentChanges(() => at, maxEntries)
  return { changes, advance: (ms: number) => (at += ms) }
}

test('measures the time since the last change of one of the channels', () => {
  const { changes, advance } = createChanges()
  advance(20_000)
  changes.note('group/7')
  advance(2_000)
  changes.note('group/8')
  advance(500)
  expect(changes.unchangedForMs(['weekend/3', 'group/7'])).toBe(2_500)
  expect(changes.unchangedForMs(['group/7', 'group/8'])).toBe(500)
  changes.note('group/7')
  expect(changes.unchangedForMs(['group/7'])).toBe(0)
})

test('never claims more than the known period, and a minute at most', () => {
  const { changes, advance } = createChanges()
  changes.start()
  advance(300)
  expect(changes.unchangedForMs(['weekend/3'])).toBe(300)
  advance(120_000)
  expect(changes.unchangedForMs(['weekend/3'])).toBe(60_000)
  changes.note('weekend/3')
  advance(70_000)
  changes.note('group/7')
  expect(changes.unchangedForMs(['weekend/3'])).toBe(60_000)
})

test('evicts the oldest of too many changes, and shortens the known period', () => {
  const { changes, advance } = createChanges(2)
  advance(20_000)
  for (const key of ['user/ann', 'user/bob', 'user/cem']) {
    changes.note(key)
    advance(100)
  }
  expect(changes.unchangedForMs(['user/ann'])).toBe(300)
  expect(changes.unchangedForMs(['user/dan'])).toBe(300)
  expect(changes.unchangedForMs(['user/bob'])).toBe(200)
  expect(changes.unchangedForMs(['user/cem'])).toBe(100)
})
