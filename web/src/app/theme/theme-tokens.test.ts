import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../features/profile/theme/colour.ts'
import { cssVariablesResolver } from './theme-tokens.ts'

const { dark, light } = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, {}))

const GROUNDS = ['bg', 'sunken', 'panel', 'raised', 'overlay']
const TEXTS = ['ink', 'ink-2', 'ink-3', 'purple-ink', 'green-ink', 'yellow-ink', 'red-ink']
const MEDALS = ['gold', 'silver', 'bronze']

describe.each([
  ['dark', dark],
  ['light', light],
])('contrast in %s', (_name, tokens) => {
  /** A token's value without the user's theme: the last of its fallbacks. */
  const colour = (name: string): string => /#[0-9a-f]{6}(?=\)*$)/.exec(tokens[`--ps-${name}`] ?? '')?.[0] ?? ''
  const worst = (name: string, grounds: string[]): number =>
    Math.min(...grounds.map((ground) => contrast(colour(name), colour(ground))))

  test.each(TEXTS)('%s is readable on every ground', (name) => {
    expect(worst(name, GROUNDS)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(MEDALS)('%s is readable on panels', (name) => {
    expect(worst(name, ['panel', 'raised', 'overlay'])).toBeGreaterThanOrEqual(4.5)
  })
  test('the edge of an input is visible on every ground', () => {
    expect(worst('control', ['panel', 'bg', 'field'])).toBeGreaterThanOrEqual(3)
  })
  test.each([
    ['on-live', 'live'],
    ['on-plate', 'plate'],
  ])('%s is readable on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })
})

test('both schemes define the same tokens', () => {
  expect(Object.keys(dark)).toEqual(Object.keys(light))
})
