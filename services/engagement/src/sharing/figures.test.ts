import { expect, test } from 'vitest'
import { someFigures } from '../../test/some-figures.ts'
import { stateOf } from './figures.ts'

test('stateOf is equal for equal figures only', () => {
  const { leaderboard_position: position } = someFigures
  expect(stateOf(position)).toBe(stateOf(structuredClone(position)))
  const otherStates = [
    { ...position, points: position.points + 1 },
    { ...position, position: position.position + 1 },
    { ...position, fan: 'somebody' },
    { ...position, weekend: 'Elsewhere' },
  ].map(stateOf)
  expect(new Set([stateOf(position), ...otherStates]).size).toBe(5)
})
