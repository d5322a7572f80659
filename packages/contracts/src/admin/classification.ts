/* How a classification is read, by whoever sends, judges or shows one (docs/rules.md, Results). */

type Positioned = { position: number | null }

/** In the order of a result: by position; rows without one stand at the end, in the order they were sent. */
export const inOrder = <Row extends Positioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => {
    if (one.position === null || other.position === null)
      return Number(one.position === null) - Number(other.position === null)
    return one.position - other.position
  })

/**
 * The first of positions 1 to 3 that no row has while a later one is there, undefined where the list is sound: places
 * are ranks, so a list that begins at P6 would make P6 the winner.
 */
export const missingOfPodium = (rows: readonly Positioned[]): number | undefined => {
  const taken = new Set(rows.flatMap(({ position }) => position ?? []))
  const last = Math.max(0, ...taken)
  return [1, 2, 3].find((position) => position < last && !taken.has(position))
}
