/**
 * Does the work once for everybody who asks, now and later. A failure is told to those who waited for it, and who asks
 * next begins anew; `singleFlight(() => retrying(work, …))` tries again before it tells.
 */
export const singleFlight = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let flight: Promise<T> | undefined
  return () => {
    flight ??= work().catch((error: unknown) => {
      flight = undefined
      throw error
    })
    return flight
  }
}
