import type { Account } from '../accounts/account.ts'

/** So many words are kept of a person; a name of nothing but hyphens has no more. */
const MAX_WORDS = 24
/** A question of more words is asked by these. */
const MAX_ASKED = 8

/** As words are compared: without regard to case and accents, composed and halves of characters alike. */
const compared = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .toLowerCase()

const wordsIn = (text: string): string[] => compared(text).split(/\s+/u).filter(Boolean)

/** A word as it is, and from each part within it on: `max_verstappen` is found by `verst` too, `jean-luc` by `luc`. */
const partsOf = (word: string): string[] => [
  word,
  ...[...word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => word.slice(index)),
]

type Names = Pick<Account, 'username' | 'firstName' | 'lastName' | 'teamName'>

/** What a person is found by: the beginning of any of these (docs/rules.md, People and roles). */
export const searchWordsOf = ({ username, firstName, lastName, teamName }: Names): string[] => {
  const words = [username, firstName, lastName, teamName].flatMap((name) => wordsIn(name ?? '').flatMap(partsOf))
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** What somebody asks for, the longest first: the fewest people have it. All of them have to fit. */
export const askedWords = (question: string): string[] =>
  [...new Set(wordsIn(question))].toSorted((a, b) => b.length - a.length).slice(0, MAX_ASKED)
