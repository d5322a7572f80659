import type { AppError } from '../errors.ts'
import { keyedCounter } from '../scheduling/keyed-counter.ts'
import { retrying } from './retrying.ts'

const refusals = new WeakSet<Error>()

/** Marks a refusal because something is unknown here: it may have just been created, with its event on the way. */
export const notReplicatedYet = (refusal: AppError): AppError => {
  refusals.add(refusal)
  return refusal
}

/** Maximum number of requests of a process that wait for an event: requests for ids that do not exist must not pile up. */
export const MAX_WAITING = 100
/** Maximum number of these per caller, so that one caller cannot block others. */
export const MAX_WAITING_PER_CALLER = 4
let waiting = 0
const ofCaller = keyedCounter()

/**
 * Retries `work` for almost two seconds while it refuses with `notReplicatedYet` (docs/contract.md, HTTP in general).
 *
 * It rejects at once while `MAX_WAITING` requests wait, or `MAX_WAITING_PER_CALLER` of the same caller.
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
