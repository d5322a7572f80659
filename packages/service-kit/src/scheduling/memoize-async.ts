/**
 * Runs the work once for all current and later callers and shares its result.
 *
 * A failure rejects the waiting callers, and the next call starts again; `singleFlight(() => retrying(work, …))` retries
 * before it rejects.
 */
export const memoizeAsync = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let flight: Promise<T> | undefined
  return () => {
    flight ??= work().catch((error: unknown) => {
      flight = undefined
      throw error
    })
    return flight
  }
}
