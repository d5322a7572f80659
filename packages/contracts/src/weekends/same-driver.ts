/** Normalizes a driver's name for comparison: ignores case and surplus spaces. */
export const foldedName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Whether two names mean the same driver, which is the case if they share a word.
 *
 * So a corrected name keeps the votes of its driver, and another driver in the car does not get them.
 */
export const isSameDriver = (left: string, right: string): boolean => {
  const words = new Set(foldedName(left).split(' '))
  return foldedName(right)
    .split(' ')
    .some((word) => words.has(word))
}
