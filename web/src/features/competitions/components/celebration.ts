import type { Entry } from '@purple-sector/contracts/tipping/http'

/**
 * Returns the podium place: positions 1 to 3 with points above 0 (docs/rules.md, Standings). Before any scoring all are
 * level.
 */
export const podiumPlace = (entry: Pick<Entry, 'position' | 'totalPoints'> | undefined): number | null => {
  if (!entry?.position || entry.position > 3) return null
  return (entry.totalPoints ?? 0) > 0 ? entry.position : null
}

/** Whether a place is celebrated: on the podium, and better than the last celebrated one. */
export const isWorthIt = (place: number | null, last: number | null): boolean =>
  place !== null && (last === null || place < last)
