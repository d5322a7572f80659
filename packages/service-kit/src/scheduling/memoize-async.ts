/**
 * Memoizes the result of an asynchronous function: the first success is shared by all current and later callers.
 *
 * The result is stored for the life of the process. A failure is not: it rejects the waiting callers, and the next call
 * runs the work again. `memoizeAsync(() => retrying(work, …))` retries before it rejects.
 */
export const memoizeAsync = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
