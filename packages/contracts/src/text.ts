import { z } from 'zod'

/*
 * Rules for text that users write and others see: one for a line, one for a paragraph, one for a message. All allow every
 * script and emoji, and remove or reject characters that hide, reverse text or draw over other lines.
 */

/** Maximum combining marks per letter: no script needs more, and a pile of them covers the lines above. */
export const MAX_MARKS_PER_LETTER = 8

const NOTHING_HIDDEN = 'Please leave out invisible and control characters'
const TOO_MANY_MARKS = 'Please use fewer accents on one letter'

/** Line breaks and tabs. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Control characters, direction marks, and characters that are invisible or invalid (U+FFFE, which XML forbids). */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')
/** Persian, Arabic and Indic words use these two joiners between letters. */
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d](?=\p{L})/u
/** Invisible characters to keep: within whole emoji, which they join and colour, and the joiners of words. */
const KEPT = new RegExp(`\\p{RGI_Emoji}|${JOINERS.source}`, 'gv')
/** Marks beyond the maximum per letter. */
const SURPLUS_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS_PER_LETTER}})\\p{M}+`, 'gu')
const HAS_SURPLUS_MARKS = new RegExp(`\\p{M}{${MAX_MARKS_PER_LETTER + 1}}`, 'u')

const hasHidden = (text: string): boolean => HIDDEN.test(text.replaceAll(/\p{RGI_Emoji}/gv, ''))
const hasSurplusMarks = (text: string): boolean => HAS_SURPLUS_MARKS.test(text)

/** Removes hidden characters from a text, except inside emoji and words with joiners. */
const withoutHidden = (text: string): string => {
  const hidden = (from: number, to: number) => text.slice(from, to).replaceAll(ALL_HIDDEN, '')
  const parts: string[] = []
  let end = 0
  for (const { 0: kept, index } of text.matchAll(KEPT)) {
    parts.push(hidden(end, index), kept)
    end = index + kept.length
  }
  return parts.join('') + hidden(end, text.length)
}
const withoutSurplusMarks = (text: string): string => text.replaceAll(SURPLUS_MARKS, '$1')

/**
 * Schema of one visible line, such as a name: composed (NFC), line breaks and runs of blanks as one space, trimmed.
 * Rejects hidden characters and more than `MAX_MARKS_PER_LETTER` marks on one letter.
 * @param max maximum characters afterwards
 * @param tooLong the message for a longer text
 */
export const lineInput = (max: number, tooLong?: string) =>
  z
    .string()
    .normalize('NFC')
    .overwrite((text) => text.replaceAll(BREAKS, ' ').replaceAll(/\p{Zs}+/gu, ' '))
    .trim()
    .max(max, { error: tooLong, abort: true })
    .refine((text) => !hasHidden(text), NOTHING_HIDDEN)
    .refine((text) => !hasSurplusMarks(text), TOO_MANY_MARKS)
    .meta({ description: 'One line, without invisible and control characters' })

/**
 * Schema of text with several lines: composed, with `\n` as line break. Removes hidden characters and surplus marks.
 * @param max maximum characters afterwards
 */
export const paragraphInput = (max: number, tooLong?: string) =>
  z
    .string()
    .max(10 * max, tooLong)
    .normalize('NFC')
    .overwrite((text) =>
      text
        .split(/\r\n?|\n/)
        .map((line) => withoutSurplusMarks(withoutHidden(line.replaceAll('\t', ' '))))
        .join('\n'),
    )
    .trim()
    .max(max, tooLong)
    .meta({ description: 'Invisible and control characters are left out' })

/** Cleans a line from a machine or a chat: line breaks as spaces, without hidden characters and surplus marks. */
export const cleanLine = (text: string): string => withoutSurplusMarks(withoutHidden(text.replaceAll(BREAKS, ' ')))

/**
 * Schema of one line from a machine or a sheet, where no user could correct a rejected one: cleaned by `cleanLine`, trimmed.
 * @param max maximum characters afterwards
 */
export const cleanedLine = (max: number) =>
  z
    .string()
    .max(10 * max)
    .overwrite(cleanLine)
    .trim()
    .max(max)
