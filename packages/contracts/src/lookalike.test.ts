import { expect, test } from 'vitest'
import { lookOf } from './lookalike.ts'

test.each([
  ['letters of another alphabet', 'Reрсо Suреrсаrs'],
  ['wide letters', 'Ｒｅｐｃｏ Ｓｕｐｅｒｃａｒｓ'],
  ['what is not drawn', 'Rep\u200bco Super\u00adcars'],
  ['blanks', 'RepcoSuper cars'],
  ['marks', 'Répco Supercärs'],
])('%s change nothing of how a text looks', (_, text) => {
  expect(lookOf(text)).toBe(lookOf('Repco Supercars'))
})

test('other words and other numbers look different', () => {
  const names = ['Super2', 'Super3', 'SuperUtes', 'Formula 1', 'Formula 2', 'GR Cup', 'GT Cup']
  expect(new Set(names.map(lookOf)).size).toBe(names.length)
})
