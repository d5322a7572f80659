import { MAX_DRIVERS_OF_CAR } from '@purple-sector/service-kit/data/parsing-limits'

/** Letters that Unicode decomposition leaves whole. */
const LETTERS: Record<string, string> = { ø: 'o', ß: 'ss', æ: 'a', œ: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }

/** Splits a name into comparable words: without accents, apostrophes and the second letter of umlauts. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/[øßæœłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´]/gu, '')
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Returns the drivers of one car, at most `MAX_DRIVERS_OF_CAR`. */
const namesOf = (drivers: string): string[][] =>
  drivers
    .split(/[/&+;]|\band\b/i)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, MAX_DRIVERS_OF_CAR)

/** Whether a word is an initial or a short form of the other: Mitch for Mitchell, or what a narrow column cut. */
const isPrefixOf = (one: string, other: string): boolean =>
  (one.length === 1 || one.length >= 3) && other.startsWith(one)

const isAlike = (one: string, other: string): boolean =>
  one === other || isPrefixOf(one, other) || isPrefixOf(other, one)

/** Whether each word of the shorter name matches its own word of the other, in any order, one of them in full. */
const isSameName = (one: readonly string[], other: readonly string[]): boolean => {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const left = [...many]
  let whole = false
  for (const word of few.toSorted((a, b) => b.length - a.length)) {
    const equal = left.indexOf(word)
    const at = equal === -1 ? left.findIndex((each) => isAlike(word, each)) : equal
    if (at === -1) return false
    const [found = ''] = left.splice(at, 1)
    if (word.length > 1 && found.length > 1) whole = true
  }
  return whole
}

/** Whether a text starts with a name; the team may follow it. */
const startsWithName = (words: readonly string[], name: readonly string[]): boolean =>
  isSameName(words.slice(0, name.length), name)

/**
 * Whether a page names other drivers than are entered.
 * Ignores accents, initials, word order, letter case, and a co-driver whom only one of the two names. `mayIncludeTeam`:
 * the team may follow the page's last driver.
 */
export const isOtherDriver = (entered: string, onPage: string, mayIncludeTeam = false): boolean => {
  const [ours, theirs] = [namesOf(entered), namesOf(onPage)]
  if (ours.length === 0 || theirs.length === 0) return false
  const isSame = (our: readonly string[], their: readonly string[]): boolean =>
    mayIncludeTeam ? startsWithName(their, our) : isSameName(our, their)
  const [ourRest, theirRest] = [
    ours.filter((our) => !theirs.some((their) => isSame(our, their))),
    theirs.filter((their) => !ours.some((our) => isSame(our, their))),
  ]
  return ourRest.length === ours.length || (ourRest.length > 0 && theirRest.length > 0)
}
