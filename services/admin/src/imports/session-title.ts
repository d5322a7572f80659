import type { Race } from '@purple-sector/contracts/weekends/http'

/** Words that many category names share. */
const COMMON = new Set(['series', 'championship', 'cup', 'australia', 'australian', 'racing', 'the', 'of', 'trophy'])

const YEAR = /^(?:19|20)\d\d$/

/** Returns the words that distinguish a category from others; a season's year is not one of them. */
export const rareWords = (words: readonly string[]): string[] =>
  words.filter((word) => !COMMON.has(word) && !YEAR.test(word))

/** Splits a text into lower-case words without accents and punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Words for each kind of session. */
const KINDS: readonly [kind: string, word: RegExp][] = [
  ['practice', /^(?:practice|p|fp)$/],
  ['qualifying', /^(?:qualifying|quali|qual|q)$/],
  ['shootout', /^(?:shootout|shoot)$/],
  ['race', /^(?:race|r|heat|final)$/],
]

/** Finds kind and number of a session, `race 1`, among other words. */
export const kindOf = (words: readonly string[]): { kind: string | undefined; number: string | undefined } => {
  const index = words.findIndex((word) => KINDS.some(([, pattern]) => pattern.test(word.replace(/\d+$/, ''))))
  const word = words[index] ?? ''
  const kind = KINDS.find(([, pattern]) => pattern.test(word.replace(/\d+$/, '')))?.[0]
  return { kind, number: /\d+$/.exec(word)?.[0] ?? words.slice(index + 1).find((next) => /^\d{1,2}$/.test(next)) }
}

/**
 * Whether a page's title, `Super2 Series - Race 1`, is of another session than the given one.
 * True for another kind or number, or a category name that shares no word with ours. What the title does not state is
 * not compared.
 */
export const isOtherSession = (title: string, race: Pick<Race, 'name' | 'category'>): boolean => {
  const parts = title.split(/\s[-–—]\s/)
  const [titleKind, raceKind] = [kindOf(wordsOf(parts.at(-1) ?? '')), kindOf(wordsOf(race.name))]
  if (titleKind.kind && raceKind.kind && titleKind.kind !== raceKind.kind) return true
  if (titleKind.number && raceKind.number && Number(titleKind.number) !== Number(raceKind.number)) return true
  if (parts.length < 2) return false
  const [titleWords, categoryWords] = [
    rareWords(wordsOf(parts.slice(0, -1).join(' '))),
    rareWords(wordsOf(race.category)),
  ]
  return titleWords.length > 0 && categoryWords.length > 0 && !titleWords.some((word) => categoryWords.includes(word))
}
