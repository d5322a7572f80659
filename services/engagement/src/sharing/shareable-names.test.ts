import { expect, test } from 'vitest'
import { imageName, truncated } from './shareable-names.ts'

test.each([
  ['kerbsider', 'kerbsider'],
  ['Jiří  Šťastný', 'Jiří Šťastný'],
  ['Привет', 'Привет'],
  ['Bec 🏁', 'Bec'],
  ['Dray & Sons (No. 1)', 'Dray & Sons (No. 1)'],
  ['مرحبا', 'A fan'],
  ['水 Racing', 'Racing'],
  ['水水水 a', 'A fan'],
  ['😀😀', 'A fan'],
  ['\u202Eabc', 'abc'],
  ['\u{1d4d1}\u{1d4ee}\u{1d4ec} Ｒａｃｅｓ', 'Bec Races'],
  ['Bec。', 'Bec'],
  ['Zo\u0308e\u0336', 'Zöe'],
  ['Nguyễn Ðức', 'Nguyễn Ðức'],
  ['👨‍👩‍👧‍👦', 'A fan'],
  ['', 'A fan'],
])('draws the name %j as %j', (name, drawn) => {
  expect(imageName(name, 'A fan')).toBe(drawn)
})

test('truncates between graphemes', () => {
  expect(truncated('abc', 3)).toBe('abc')
  expect(truncated('ab 👨‍👩‍👧‍👦 cd', 5)).toBe('ab 👨‍👩‍👧‍👦…')
})
