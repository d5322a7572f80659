import pRetry from 'p-retry'

type RetryOptions = {
  /** Tries in all; without end unless said. */
  tries?: number
  /** The pauses double from the first to the longest, in ms. */
  minBackoffMs: number
  maxBackoffMs: number
  /** Ends the trying: rejects with the signal's reason. */
  signal?: AbortSignal
  /** Whether a failure may pass; every one may unless said. */
  mayPass?: (error: Error) => boolean
  /** Hears of every failure that is tried again, the first one as `attempt` 1. */
  onFailure?: (failure: { error: Error; attempt: number }) => void
}

/**
 * Does the work again until it succeeds: for what is not there yet, as an owner that starts later than we do. Rejects
 * with the last failure, at once with one that does not pass, and with a `TypeError` that comes from no network: that is our own mistake.
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
