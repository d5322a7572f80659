import { describe, expect, test } from 'vitest'
import {
  avatarAppearance,
  DEFAULT_APPEARANCE,
  HELMET_NAMES,
  PATTERN_NAMES,
  readColour,
  SUIT_NAMES,
  VISOR_NAMES,
} from './appearance.ts'

test('offers six helmets, eight patterns, six suits and two visors', () => {
  expect(HELMET_NAMES).toEqual(['classic', 'modern', 'retro', 'aero', 'open-face', 'full-face'])
  expect(PATTERN_NAMES).toHaveLength(8)
  expect(SUIT_NAMES).toHaveLength(6)
  expect(VISOR_NAMES).toEqual(['tinted', 'clear'])
})

describe('the drawn appearance', () => {
  test('uses the chosen values', () => {
    const chosen = {
      helmet: 'aero',
      helmetColor: '#123456',
      visor: 'clear',
      suit: 'vintage',
      suitColor: '#abcdef',
      primaryColor: '#000000',
      secondaryColor: '#ffffff',
      pattern: 'lightning',
      number: '7',
    }
    expect(avatarAppearance(chosen)).toEqual(chosen)
  })

  test('uses the default of each missing field', () => {
    expect(avatarAppearance({})).toEqual(DEFAULT_APPEARANCE)
    expect(avatarAppearance({ helmet: 'retro', number: '05' })).toEqual({
      ...DEFAULT_APPEARANCE,
      helmet: 'retro',
      number: '05',
    })
  })

  test.each([
    'x'.repeat(60),
    '__proto__',
    'constructor',
    'toString',
    'url(#a)',
    'url(https://evil.test/a.svg)',
    'red;stroke:url(#x)',
    '"><script>alert(1)</script>',
    'rgb(1, 2, 3)',
    '#12345',
    '#ggg',
    'var(--ps-ink)',
    '',
  ])('uses the default of each field with the value %s', (text) => {
    const fields = Object.keys(DEFAULT_APPEARANCE)
    expect(avatarAppearance(Object.fromEntries(fields.map((field) => [field, text])))).toEqual(DEFAULT_APPEARANCE)
  })

  test('keeps a number of up to three characters and no other', () => {
    expect(['1', ' 42 ', '00A', '1000', '  '].map((number) => avatarAppearance({ number }).number)).toEqual([
      '1',
      '42',
      '00A',
      '1',
      '1',
    ])
  })
})

test.each([
  ['#b850ff', '#b850ff'],
  ['#B850FF', '#b850ff'],
  ['#fa0', '#ffaa00'],
  [' #fff ', '#ffffff'],
  ['Purple', '#b850ff'],
  ['yellow', '#ffd326'],
  ['rebeccapurple', null],
  ['#ffff', null],
  [undefined, null],
])('reads the colour %s as %s', (text, colour) => {
  expect(readColour(text)).toBe(colour)
})
