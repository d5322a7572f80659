import type { Entry } from '@purple-sector/contracts/tipping/http'

/** Podium: positions 1 to 3, with points above 0 (docs/rules.md, Standings): before anything is scored everybody is level. */
export const podiumPlace = (entry: Pick<Entry, 'position' | 'totalPoints'> | undefined): number | null => {
  if (!entry?.position || entry.position > 3) return null
  return (entry.totalPoints ?? 0) > 0 ? entry.position : null
}

/** Whether a place is worth a celebration: the podium, and better than what was celebrated last. */
export const isWorthIt = (place: number | null, last: number | null): boolean =>
  place !== null && (last === null || place < last)
