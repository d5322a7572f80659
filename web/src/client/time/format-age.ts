const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * "12 minutes ago"; a clock that was set back never gives a negative age. Imports no date library, since the service
 * worker uses it.
 */
export const formatAge = (at: number, now: number): string => {
  const age = now - at
  for (const [unit, ms] of UNITS) {
    const count = Math.floor(age / ms)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'less than a minute ago'
}
