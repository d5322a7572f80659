import type { AppError } from '../errors.ts'
import { keyedCounter } from '../scheduling/keyed-counter.ts'
import { retrying } from './retrying.ts'

const retryableErrors = new WeakSet<Error>()

/** Marks the error for an unknown entity as retryable: the event of its creation may not have arrived yet. */
export const notReplicatedYet = (error: AppError): AppError => {
  retryableErrors.add(error)
  return error
}

/**
 * Maximum number of requests of a process that wait for an event: requests for ids that do not exist must not pile up.
 */
export const MAX_WAITING = 100
/** Maximum number of these per caller, so that one caller cannot block others. */
export const MAX_WAITING_PER_CALLER = 4
let waiting = 0
const waitingByCaller = keyedCounter()

/**
 * Retries `work` for almost two seconds while it throws `notReplicatedYet` (docs/contract.md, HTTP in general).
 *
 * It rejects at once while `MAX_WAITING` requests wait, or `MAX_WAITING_PER_CALLER` of the same caller.
 */
export const retryUntilReplicated = async <T>(work: () => Promise<T>, caller?: string): Promise<T> => {
  let isWaiting = false
  const mayWait = (error: Error): boolean => {
    if (!retryableErrors.has(error)) return false
    if (isWaiting) return true
    if (waiting >= MAX_WAITING) return false
    if (caller !== undefined && waitingByCaller.count(caller) >= MAX_WAITING_PER_CALLER) return false
    waiting += 1
    if (caller !== undefined) waitingByCaller.increment(caller)
    isWaiting = true
    return true
  }
  try {
    return await retrying(work, { tries: 8, minBackoffMs: 40, maxBackoffMs: 400, mayPass: mayWait })
  } finally {
    if (isWaiting) {
      waiting -= 1
      if (caller !== undefined) waitingByCaller.decrement(caller)
    }
  }
}
