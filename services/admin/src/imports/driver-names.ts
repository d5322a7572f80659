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
const isPrefixOf = (left: string, right: string): boolean =>
  (left.length === 1 || left.length >= 3) && right.startsWith(left)

const isAlike = (left: string, right: string): boolean =>
  left === right || isPrefixOf(left, right) || isPrefixOf(right, left)

/** Whether each word of the shorter name matches its own word of the other, in any order, one of them in full. */
const isSameName = (left: readonly string[], right: readonly string[]): boolean => {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left]
  const remainingWords = [...longer]
  let hasFullWord = false
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const exactIndex = remainingWords.indexOf(word)
    const index = exactIndex === -1 ? remainingWords.findIndex((each) => isAlike(word, each)) : exactIndex
    if (index === -1) return false
    const [match = ''] = remainingWords.splice(index, 1)
    if (word.length > 1 && match.length > 1) hasFullWord = true
  }
  return hasFullWord
}

/** Whether a text starts with a name; the team may follow it. */
const startsWithName = (words: readonly string[], name: readonly string[]): boolean =>
  isSameName(words.slice(0, name.length), name)

/**
 * Whether a page names other drivers than are entered.
 * Ignores accents, initials, word order, letter case, and a co-driver whom only one of the two names. `mayIncludeTeam`:
 * the team may follow the page's last driver.
 */
export const isOtherDriver = (enteredNames: string, onPage: string, mayIncludeTeam = false): boolean => {
  const [enteredDrivers, pageDrivers] = [namesOf(enteredNames), namesOf(onPage)]
  if (enteredDrivers.length === 0 || pageDrivers.length === 0) return false
  const isSame = (enteredDriver: readonly string[], pageDriver: readonly string[]): boolean =>
    mayIncludeTeam ? startsWithName(pageDriver, enteredDriver) : isSameName(enteredDriver, pageDriver)
  const [unmatchedEntered, unmatchedOnPage] = [
    enteredDrivers.filter((enteredDriver) => !pageDrivers.some((pageDriver) => isSame(enteredDriver, pageDriver))),
    pageDrivers.filter((pageDriver) => !enteredDrivers.some((enteredDriver) => isSame(enteredDriver, pageDriver))),
  ]
  return (
    unmatchedEntered.length === enteredDrivers.length || (unmatchedEntered.length > 0 && unmatchedOnPage.length > 0)
  )
}
