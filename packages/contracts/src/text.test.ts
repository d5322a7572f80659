import { describe, expect, test } from 'vitest'
import { cleanLine, lineInput, MAX_MARKS_PER_LETTER, paragraphInput } from './text.ts'

const ACUTE = '\u0301'
const refusals = (text: string) =>
  lineInput(100)
    .safeParse(text)
    .error?.issues.map(({ message }) => message)

describe('lineInput', () => {
  test('folds line breaks and tabs into one space', () => {
    for (const text of ['New\nline', 'New\r\nline', 'New\t\u2028line', 'New\u0085 line'])
      expect(lineInput(100).parse(text)).toBe('New line')
  })

  test('rejects more marks on a letter than any script needs', () => {
    expect(lineInput(100).parse(`a${'\u0323'.repeat(MAX_MARKS_PER_LETTER)}`)).toHaveLength(MAX_MARKS_PER_LETTER)
    expect(refusals(`a${ACUTE.repeat(50)}`)).toEqual(['Please use fewer accents on one letter'])
  })

  test.each(['\ufffc', '\u202e', '\u200b', '\u0000', '\ufffe', '\u{1ffff}'])(
    'refuses the hidden character %j',
    (hidden) => {
      expect(refusals(`Kim${hidden}Bell`)).toEqual(['Please leave out invisible and control characters'])
    },
  )
})

describe('cleanLine', () => {
  test('removes hidden characters and direction marks', () => {
    expect(cleanLine('id\u200biot \u202ereversed\u202c so\u00adft \ufffc')).toBe('idiot reversed soft ')
  })

  test('keeps emoji and the joiners of Persian and Hindi words', () => {
    for (const text of ['👩🏽‍🚒 👨‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 1️⃣ 🇦🇺', 'می‌خواهم', 'क्‍ष', 'ไพลิน']) expect(cleanLine(text)).toBe(text)
  })

  test('removes surplus marks of a letter', () => {
    expect(cleanLine(`wow a${'\u0323'.repeat(900)}!`)).toBe(`wow a${'\u0323'.repeat(MAX_MARKS_PER_LETTER)}!`)
  })

  test('takes time linear in the length', () => {
    const costly = `${'\u200d'.repeat(5_000)}${ACUTE.repeat(5_000)}`
    expect(cleanLine(costly)).toHaveLength(MAX_MARKS_PER_LETTER)
  })
})

describe('paragraphInput', () => {
  test('keeps line breaks and removes hidden characters', () => {
    expect(paragraphInput(200).parse('  One\r\nt\u202ewo\tthree \u0000\n')).toBe('One\ntwo three')
  })

  test('rejects a text that is too long', () => {
    expect(paragraphInput(5, 'Too long').safeParse('123456').error?.issues).toMatchObject([{ message: 'Too long' }])
  })
})
