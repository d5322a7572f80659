import type { Race } from '@purple-sector/contracts/weekends/http'

/** Words that many categories have. */
const COMMON = new Set(['series', 'championship', 'cup', 'australia', 'australian', 'racing', 'the', 'of', 'trophy'])

const YEAR = /^(?:19|20)\d\d$/

/** The words that tell a category from others; the year of a season is none of them. */
export const rareWords = (words: readonly string[]): string[] =>
  words.filter((word) => !COMMON.has(word) && !YEAR.test(word))

/** Lower-cased, without accents and signs. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** What a session is called by its kind. */
const KINDS: readonly [kind: string, word: RegExp][] = [
  ['practice', /^(?:practice|p|fp)$/],
  ['qualifying', /^(?:qualifying|quali|qual|q)$/],
  ['shootout', /^(?:shootout|shoot)$/],
  ['race', /^(?:race|r|heat|final)$/],
]

/** `race 1`, whatever else the words are. */
export const kindOf = (words: readonly string[]): { kind: string | undefined; number: string | undefined } => {
  const at = words.findIndex((word) => KINDS.some(([, pattern]) => pattern.test(word.replace(/\d+$/, ''))))
  const word = words[at] ?? ''
  const kind = KINDS.find(([, pattern]) => pattern.test(word.replace(/\d+$/, '')))?.[0]
  return { kind, number: /\d+$/.exec(word)?.[0] ?? words.slice(at + 1).find((next) => /^\d{1,2}$/.test(next)) }
}

/**
 * Whether a page's title, `Super2 Series - Race 1`, is of another session than ours: of another kind or number, or of a
 * category whose name shares no word with ours. What a title leaves open says nothing.
 */
export const isOtherSession = (title: string, race: Pick<Race, 'name' | 'category'>): boolean => {
  const parts = title.split(/\s[-–—]\s/)
  const [theirs, ours] = [kindOf(wordsOf(parts.at(-1) ?? '')), kindOf(wordsOf(race.name))]
  if (theirs.kind && ours.kind && theirs.kind !== ours.kind) return true
  if (theirs.number && ours.number && Number(theirs.number) !== Number(ours.number)) return true
  if (parts.length < 2) return false
  const [theirWords, ourWords] = [rareWords(wordsOf(parts.slice(0, -1).join(' '))), rareWords(wordsOf(race.category))]
  return theirWords.length > 0 && ourWords.length > 0 && !theirWords.some((word) => ourWords.includes(word))
}
