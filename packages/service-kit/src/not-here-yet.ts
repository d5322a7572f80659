import type { AppError } from './errors.ts'
import { retrying } from './retrying.ts'

const refusals = new WeakSet<Error>()

/** Marks a refusal of what nobody here knows: it may have been made a moment ago, and its event be on its way. */
export const notHereYet = (refusal: AppError): AppError => {
  refusals.add(refusal)
  return refusal
}

/** Refuses what is not here only when it did not come for almost two seconds (docs/contract.md, HTTP in general). */
export const awaitingEvents = <T>(work: () => Promise<T>): Promise<T> =>
  retrying(work, { tries: 8, firstPauseMs: 40, longestPauseMs: 400, mayPass: (error) => refusals.has(error) })
