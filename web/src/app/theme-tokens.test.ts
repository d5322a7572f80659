import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { cssVariablesResolver } from './theme-tokens.ts'

const { dark, light } = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, {}))

const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (colour: string): number => {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
}

/** WCAG's ratio of two colours. */
const contrast = (first: string, second: string): number => {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = ['bg', 'sunken', 'panel', 'raised', 'overlay']
const TEXTS = ['ink', 'ink-2', 'ink-3', 'purple-ink', 'green-ink', 'yellow-ink', 'red-ink']
const MEDALS = ['gold', 'silver', 'bronze']

describe.each([
  ['dark', dark],
  ['light', light],
])('contrast in %s', (_name, tokens) => {
  const colour = (name: string): string => tokens[`--ps-${name}`] ?? ''
  const worst = (name: string, grounds: string[]): number =>
    Math.min(...grounds.map((ground) => contrast(colour(name), colour(ground))))

  test.each(TEXTS)('%s is read on every ground', (name) => {
    expect(worst(name, GROUNDS)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(MEDALS)('%s is read on panels', (name) => {
    expect(worst(name, ['panel', 'raised', 'overlay'])).toBeGreaterThanOrEqual(4.5)
  })
  test('an input’s edge is seen', () => {
    expect(worst('control', ['panel', 'bg', 'field'])).toBeGreaterThanOrEqual(3)
  })
  test.each([
    ['on-live', 'live'],
    ['on-plate', 'plate'],
  ])('%s is read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })
})

test('both schemes name the same tokens', () => {
  expect(Object.keys(dark)).toEqual(Object.keys(light))
})
