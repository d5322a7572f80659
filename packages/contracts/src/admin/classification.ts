/* Order and validation of a classification, for its senders, its validation and its display (docs/rules.md, Results). */

type Positioned = { position: number | null }

/** Sorts rows in the order of a result: by position; rows without one at the end, in the order they were sent. */
export const inOrder = <Row extends Positioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => {
    if (one.position === null || other.position === null)
      return Number(one.position === null) - Number(other.position === null)
    return one.position - other.position
  })

/**
 * Returns the first of positions 1 to 3 that is missing while a later one exists, undefined where the list is valid.
 * Places are ranks, so a list that starts at P6 would make P6 the winner.
 */
export const missingOfPodium = (rows: readonly Positioned[]): number | undefined => {
  const taken = new Set(rows.flatMap(({ position }) => position ?? []))
  const last = Math.max(0, ...taken)
  return [1, 2, 3].find((position) => position < last && !taken.has(position))
}
