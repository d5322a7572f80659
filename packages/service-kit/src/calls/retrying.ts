import pRetry from 'p-retry'

type RetryOptions = {
  /** Total number of tries; default: unlimited. */
  tries?: number
  /** Backoff in ms: doubles from the minimum to the maximum. */
  minBackoffMs: number
  maxBackoffMs: number
  /** Stops the retries: rejects with the signal's reason. */
  signal?: AbortSignal
  /** Whether an error is transient; default: all are. */
  mayPass?: (error: Error) => boolean
  /** Called for every failure that is retried, the first one with `attempt` 1. */
  onFailure?: (failure: { error: Error; attempt: number }) => void
}

/**
 * Retries the work until it succeeds, e.g. for an owner that starts later than this service.
 *
 * Rejects with the last failure, at once with one that is not transient, and with a `TypeError` that is not caused by
 * the network, because that is a programming error.
 */
export const retrying = <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
  const { tries = Number.POSITIVE_INFINITY, minBackoffMs, maxBackoffMs, signal, mayPass, onFailure } = options
  return pRetry(work, {
    retries: tries - 1,
    minTimeout: minBackoffMs,
    maxTimeout: maxBackoffMs,
    ...(signal && { signal }),
    ...(mayPass && { shouldRetry: ({ error }) => mayPass(error) }),
    onFailedAttempt: ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft > 0) onFailure?.({ error, attempt: attemptNumber })
    },
  })
}
