/*
 * The arithmetic of scoring, after docs/rules.md (Scoring) and without any code of the product. Two tests compare the
 * product with it: the race-day player's, from public replies, and tipping's property tests, from its tables. Each test
 * determines memberships, hidden points, counting races and timely tips itself.
 */

export const PLACES = ['first', 'second', 'third'] as const
type Place = (typeof PLACES)[number]

/** One number per paying place: points of a race, or how often a user's car finished there. */
export type ByPlace = Record<Place, number>

/** A row of a published result. */
export type ClassifiedRow = { position: number | null; carId: number; status: string }

/** Returns the place of a car: its rank among the classified rows, so that unclassified cars leave no gap; or null. */
export const placeOf = (classification: readonly ClassifiedRow[], carId: number): number | null => {
  const positions = classification.flatMap((row) =>
    row.status === 'classified' && row.position !== null ? [{ carId: row.carId, position: row.position }] : [],
  )
  const carRow = positions.find((row) => row.carId === carId)
  return carRow ? positions.filter(({ position }) => position < carRow.position).length + 1 : null
}

/** Points of a category for which a group with a custom point system sets none. */
const GROUP_DEFAULT: ByPlace = { first: 25, second: 18, third: 15 }

/**
 * Returns the points of a race in a scope: the points of the scope by category if it has any, else those of the race.
 */
export const pointsInScope = (
  race: { category: string; points: ByPlace },
  pointsByCategory: ReadonlyMap<string, ByPlace> | null,
): ByPlace => (pointsByCategory ? (pointsByCategory.get(race.category) ?? GROUP_DEFAULT) : race.points)

/** Returns the points of a place; none after the third or without a place. */
export const pointsFor = (place: number | null, points: ByPlace): number => {
  const paid = place === null ? undefined : PLACES[place - 1]
  return paid ? points[paid] : 0
}

/** The values that positions follow from. */
export type Score = { totalPoints: number; picks: ByPlace }

/** Sums the earned points, and counts the places. */
export const addUp = (earned: readonly { place: number | null; points: number }[]): Score => {
  const countPlace = (place: number) => earned.filter((award) => award.place === place).length
  return {
    totalPoints: earned.reduce((sum, { points }) => sum + points, 0),
    picks: { first: countPlace(1), second: countPlace(2), third: countPlace(3) },
  }
}

/** Compares by points, then most first places, then second, then third; 0 means a shared position. */
export const byScore = (a: Score, b: Score): number =>
  b.totalPoints - a.totalPoints ||
  b.picks.first - a.picks.first ||
  b.picks.second - a.picks.second ||
  b.picks.third - a.picks.third

/** Returns the first place at which the picks of a tie on points differ, else `shared`. */
export const tieBreak = (a: Score, b: Score): Place | 'shared' =>
  PLACES.find((place) => a.picks[place] !== b.picks[place]) ?? 'shared'

/** Compares by code point, which is the order of UTF-8 bytes and not that of `<`. */
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The fields of a row that its place on a leaderboard depends on; `sortName` is the name in lower case. */
export type Rankable = Score & { userId: string; sortName: string; isHidden: boolean }

const byName = (a: Rankable, b: Rankable): number =>
  byCodePoint(a.sortName, b.sortName) || byCodePoint(a.userId, b.userId)

/**
 * Sorts the rows of a leaderboard and adds positions: equal scores share one, and the next position is after all of
 * them. Hidden rows are last, by name; they have no position, nor has any row before a race is scored.
 */
export const ranked = <Row extends Rankable>(
  rows: readonly Row[],
  isScored: boolean,
): (Row & { position: number | null })[] => {
  const sortedRows = rows.toSorted(
    (a, b) => Number(a.isHidden) - Number(b.isHidden) || (a.isHidden ? 0 : byScore(a, b)) || byName(a, b),
  )
  let position = 1
  return sortedRows.map((row, index) => {
    const above = sortedRows[index - 1]
    if (above && byScore(above, row) !== 0) position = index + 1
    return { ...row, position: isScored && !row.isHidden ? position : null }
  })
}
