import { expect, test } from 'vitest'
import { appearanceOf } from './lookalike.ts'

test.each([
  ['letters of another alphabet', 'Reрсо Suреrсаrs'],
  ['wide letters', 'Ｒｅｐｃｏ Ｓｕｐｅｒｃａｒｓ'],
  ['what is not drawn', 'Rep\u200bco Super\u00adcars'],
  ['blanks', 'RepcoSuper cars'],
  ['marks', 'Répco Supercärs'],
])('ignores %s', (_, text) => {
  expect(appearanceOf(text)).toBe(appearanceOf('Repco Supercars'))
})

test('distinguishes other words and numbers', () => {
  const names = ['Super2', 'Super3', 'SuperUtes', 'Formula 1', 'Formula 2', 'GR Cup', 'GT Cup']
  expect(new Set(names.map(appearanceOf)).size).toBe(names.length)
})
