import { MAX_DRIVERS_OF_CAR } from '@purple-sector/service-kit/data/reading-limits'

/** Letters that no accent takes apart. */
const LETTERS: Record<string, string> = { ø: 'o', ß: 'ss', æ: 'a', œ: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }

/** The words of a name as they are compared: without accents, apostrophes and the umlauts' second letter. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/[øßæœłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘`´]/gu, '')
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The drivers of one car; of a list without end the first ones. */
const namesOf = (drivers: string): string[][] =>
  drivers
    .split(/[/&+;]|\band\b/i)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, MAX_DRIVERS_OF_CAR)

/** An initial, or a name that is written shorter: Mitch of Mitchell, what a narrow column left. */
const begins = (one: string, other: string): boolean => (one.length === 1 || one.length >= 3) && other.startsWith(one)

const isAlike = (one: string, other: string): boolean => one === other || begins(one, other) || begins(other, one)

/** Each word of the shorter name has its own in the other, in whichever order, and one of them is a whole word. */
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

/** Whether a page's text begins with the name, where the team goes on behind it. */
const beginsWithName = (words: readonly string[], name: readonly string[]): boolean =>
  isSameName(words.slice(0, name.length), name)

/**
 * Whether a page names other drivers than are entered. Accents, initials, order and letter case say nothing, nor does a
 * co-driver whom only one of the two names. `goesOn`: something else may follow the page's last driver.
 */
export const isOtherDriver = (entered: string, onPage: string, goesOn = false): boolean => {
  const [ours, theirs] = [namesOf(entered), namesOf(onPage)]
  if (ours.length === 0 || theirs.length === 0) return false
  const isSame = (our: readonly string[], their: readonly string[]): boolean =>
    goesOn ? beginsWithName(their, our) : isSameName(our, their)
  const [ourRest, theirRest] = [
    ours.filter((our) => !theirs.some((their) => isSame(our, their))),
    theirs.filter((their) => !ours.some((our) => isSame(our, their))),
  ]
  return ourRest.length === ours.length || (ourRest.length > 0 && theirRest.length > 0)
}
