import { z } from 'zod'

/*
 * Text that people write and others see: one rule for a line, one for a paragraph, one for a message. All of them keep
 * every script and every emoji, and none of what hides, turns text around or draws over other lines.
 */

/** Combining marks that one letter may carry: no script needs more, and a pile of them covers the lines above. */
export const MAX_MARKS_PER_LETTER = 8

const NOTHING_HIDDEN = 'Please leave out invisible and control characters'
const TOO_MANY_MARKS = 'Please use fewer accents on one letter'

/** Ends of lines, and tabs. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Controls, direction marks, and characters that draw nothing or are none (U+FFFE, which no XML may hold). */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')
/** Persian, Arabic and Indic words are spelt with these two joiners between letters. */
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d](?=\p{L})/u
/** What stays although it hides: whole emoji, which such characters join and colour, and the joiners of words. */
const KEPT = new RegExp(`\\p{RGI_Emoji}|${JOINERS.source}`, 'gv')
/** Marks beyond those that a letter may carry. */
const SURPLUS_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS_PER_LETTER}})\\p{M}+`, 'gu')
const HAS_SURPLUS_MARKS = new RegExp(`\\p{M}{${MAX_MARKS_PER_LETTER + 1}}`, 'u')

const hasHidden = (text: string): boolean => HIDDEN.test(text.replaceAll(/\p{RGI_Emoji}/gv, ''))
const hasSurplusMarks = (text: string): boolean => HAS_SURPLUS_MARKS.test(text)

/** Removes everything hidden from a text, except inside emoji and words that are spelt with joiners. */
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
 * Reads one line that others see, such as a name: composed (NFC), line breaks and runs of blanks as one space, trimmed.
 * Refuses hidden characters and more than `MAX_MARKS_PER_LETTER` marks on one letter.
 * @param max characters after that
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
 * Reads text of several lines: composed, with `\n` as the only end of a line. Leaves out hidden characters and surplus marks.
 * @param max characters after that
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

/** Cleans a line that a machine or a chat sends: line breaks as spaces, without hidden characters and surplus marks. */
export const cleanLine = (text: string): string => withoutSurplusMarks(withoutHidden(text.replaceAll(BREAKS, ' ')))

/**
 * Reads one line from a machine or a sheet, where no person could mend a refused one: cleaned by `cleanLine`, trimmed.
 * @param max characters after that
 */
export const cleanedLine = (max: number) =>
  z
    .string()
    .max(10 * max)
    .overwrite(cleanLine)
    .trim()
    .max(max)
