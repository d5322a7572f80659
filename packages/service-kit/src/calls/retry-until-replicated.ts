import type { AppError } from '../errors.ts'
import { keyedCounter } from '../scheduling/keyed-counter.ts'
import { retrying } from './retrying.ts'

const refusals = new WeakSet<Error>()

/** Marks a refusal of what nobody here knows: it may have been made a moment ago, and its event be on its way. */
export const notReplicatedYet = (refusal: AppError): AppError => {
  refusals.add(refusal)
  return refusal
}

/** So many requests of a process may wait for an event at once: requests for ids that do not exist must not pile up. */
export const MAX_WAITING = 100
/** So many of them may be of one caller, who must not take the places of the others. */
export const MAX_WAITING_PER_CALLER = 4
let waiting = 0
const ofCaller = keyedCounter()

/**
 * Refuses what is not here only when it did not come for almost two seconds (docs/contract.md, HTTP in general). While
 * `MAX_WAITING` others wait, or `MAX_WAITING_OF_CALLER` of the same caller, it is refused at once.
 */
export const retryUntilReplicated = async <T>(work: () => Promise<T>, caller?: string): Promise<T> => {
  let waits = false
  const mayWait = (error: Error): boolean => {
    if (!refusals.has(error)) return false
    if (waits) return true
    if (waiting >= MAX_WAITING) return false
    if (caller !== undefined && ofCaller.count(caller) >= MAX_WAITING_PER_CALLER) return false
    waiting += 1
    if (caller !== undefined) ofCaller.increment(caller)
    waits = true
    return true
  }
  try {
    return await retrying(work, { tries: 8, minBackoffMs: 40, maxBackoffMs: 400, mayPass: mayWait })
  } finally {
    if (waits) {
      waiting -= 1
      if (caller !== undefined) ofCaller.decrement(caller)
    }
  }
}
