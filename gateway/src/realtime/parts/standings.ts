import type { Rank, Standing } from '@purple-sector/contracts/tipping/http'

/** Points and picks, which determine the position. */
export type Total = Pick<Standing, 'totalPoints' | 'firsts' | 'seconds' | 'thirds'>

/** A user's place on a board; null for users who do not take part. */
export type Place = Total & { position: number | null; positionChange: number }

export const isSamePlace = (a: Place | null, b: Place | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.totalPoints === b.totalPoints &&
    a.position === b.position &&
    a.positionChange === b.positionChange)

const keyOf = (points: number, firsts: number, seconds: number, thirds: number): string =>
  `${points}/${firsts}/${seconds}/${thirds}`

/** Finds the rank of a total in a board's ranks; undefined if it is missing. */
export type RankOf = (total: Total) => Pick<Rank, 'position' | 'count'> | undefined

export const createRankLookup = (ranks: readonly Rank[]): RankOf => {
  const table = new Map(
    ranks.map((rank) => [keyOf(rank.points, rank.firsts, rank.seconds, rank.thirds), rank] as const),
  )
  return ({ totalPoints, firsts, seconds, thirds }) => table.get(keyOf(totalPoints, firsts, seconds, thirds))
}

/** Whether other users share the position. */
export const isShared = (place: Place | null, rankOf: RankOf): boolean =>
  place !== null && place.position !== null && (rankOf(place)?.count ?? 1) > 1

/**
 * Derives a user's place on the board's next version. `total` is their new total, if it changed.
 * A result recomputes `positionChange`, newcomers do not (docs/rules.md, Standings). Undefined if the place cannot be
 * derived.
 */
export const nextPlace = (
  place: Place | null,
  total: Total | undefined,
  reason: 'result' | 'newcomers',
  rankOf: RankOf,
): Place | null | undefined => {
  const present = total ?? place
  if (!present) return null
  // Only tipping knows the position of a new participant before this result.
  if (!place && reason === 'result') return undefined
  const rank = rankOf(present)
  if (!rank) return undefined
  const { position } = rank
  const { totalPoints, firsts, seconds, thirds } = present
  const previousPosition = place?.position ?? null
  const movedBy = previousPosition === null || position === null ? 0 : previousPosition - position
  const positionChange = reason === 'result' ? movedBy : (place?.positionChange ?? 0)
  return { totalPoints, firsts, seconds, thirds, position, positionChange }
}
