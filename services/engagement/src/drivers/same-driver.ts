/** How names of drivers are compared: without regard to case and to blanks at the ends or doubled between words. */
export const foldedName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Whether a car's entry was put right, or its seat taken by somebody else: two spellings of one person share a word.
 * What fans gave to a driver follows the former and not the latter.
 */
export const isSameDriver = (one: string, other: string): boolean => {
  const words = new Set(foldedName(one).split(' '))
  return foldedName(other)
    .split(' ')
    .some((word) => words.has(word))
}
