import type { Account } from '../accounts/account.ts'

/** Maximum of stored words per user; only a name full of hyphens has more. */
const MAX_WORDS = 24
/** Maximum of words used from a query. */
const MAX_QUERY_WORDS = 8

/** Normalizes text for comparison: without case, accents, control characters and lone surrogates. */
const normalized = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .toLowerCase()

const wordsIn = (text: string): string[] => normalized(text).split(/\s+/u).filter(Boolean)

/** Returns a word and its suffixes from each part on: `verst` finds `max_verstappen`, `luc` finds `jean-luc`. */
const partsOf = (word: string): string[] => [
  word,
  ...[...word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => word.slice(index)),
]

type Names = Pick<Account, 'username' | 'firstName' | 'lastName' | 'teamName'>

/** Returns the words whose beginnings find a user (docs/rules.md, People and roles). */
export const searchWordsOf = ({ username, firstName, lastName, teamName }: Names): string[] => {
  const words = [username, firstName, lastName, teamName].flatMap((name) => wordsIn(name ?? '').flatMap(partsOf))
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Returns the words of a query, the longest first because it matches the fewest users. All of them must match. */
export const queryWords = (query: string): string[] =>
  [...new Set(wordsIn(query))].toSorted((a, b) => b.length - a.length).slice(0, MAX_QUERY_WORDS)
