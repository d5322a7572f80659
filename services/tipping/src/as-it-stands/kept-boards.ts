/** What is kept of one place: what it was computed for, and when. */
type Kept<T> = { stamp: string; at: number; answer: Promise<T> }

type Options = {
  most: number
  /** For so long it holds: tips handed in meanwhile are counted in the rows before the board has another version. */
  ttlMs: number
  now?: () => number
}

/**
 * Computed boards by place, each for one stamp: several who ask for the same at once, or again, cost one computation.
 * What failed is not kept.
 */
export const keptBoards = <T>({ most, ttlMs, now = () => performance.now() }: Options) => {
  const kept = new Map<string, Kept<T>>()

  const find = (place: string, stamp: string): Promise<T> | undefined => {
    const known = kept.get(place)
    return known?.stamp === stamp && now() - known.at < ttlMs ? known.answer : undefined
  }

  const keep = (place: string, stamp: string, answer: Promise<T>): void => {
    const one = { stamp, at: now(), answer }
    kept.delete(place)
    kept.set(place, one)
    for (const [oldest] of kept) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    answer.catch(() => {
      if (kept.get(place) === one) kept.delete(place)
    })
  }

  return {
    find,
    /** Of these places, those that are not known for their stamp are computed together. */
    getAll<Place extends { place: string; stamp: string }>(
      places: readonly Place[],
      compute: (unknown: readonly Place[]) => Promise<ReadonlyMap<string, T>>,
      none: T,
    ): Promise<T[]> {
      const unknown = places.filter(({ place, stamp }) => !find(place, stamp))
      if (unknown.length > 0) {
        const computing = compute(unknown)
        for (const { place, stamp } of unknown)
          keep(
            place,
            stamp,
            computing.then((answers) => answers.get(place) ?? none),
          )
      }
      return Promise.all(places.map(({ place, stamp }) => find(place, stamp) ?? Promise.resolve(none)))
    },
  }
}
