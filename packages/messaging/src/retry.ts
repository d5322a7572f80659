import { isConnectionFailure } from '@purple-sector/database'
import { isDeferred, isPermanent } from './failures.ts'

export type RetryPolicy = {
  /** Tries before an event is dead-lettered. */
  maxTries: number
  /** Time since the first failure after which an event is dead-lettered, in ms. */
  maxAgeMs: number
  /** Time in ms for which an event is retried whose entity is not replicated yet. */
  deferredForMs: number
  firstDelayMs: number
  maxDelayMs: number
}

export const retryPolicy: RetryPolicy = {
  maxTries: 10,
  maxAgeMs: 5 * 60_000,
  deferredForMs: 60_000,
  firstDelayMs: 100,
  maxDelayMs: 30_000,
}

/** `tries` includes the one that just failed; times in ms of one clock. */
export type Failure = { error: unknown; tries: number; firstFailedAt: number; now: number }

export type RetryDecision = { kind: 'retry'; afterMs: number } | { kind: 'dead-letter' }

const MAX_DEFERRED_DELAY_MS = 2_000
const MAX_DATABASE_DELAY_MS = 2_000

/**
 * Decides whether an event whose handling failed is retried or dead-lettered. An unavailable database never counts
 * against the event.
 */
export const decideRetry = (policy: RetryPolicy, { error, tries, firstFailedAt, now }: Failure): RetryDecision => {
  if (isPermanent(error)) return { kind: 'dead-letter' }
  const delay = Math.min(policy.firstDelayMs * 2 ** (tries - 1), policy.maxDelayMs)
  const age = now - firstFailedAt
  if (isConnectionFailure(error)) return { kind: 'retry', afterMs: Math.min(delay, MAX_DATABASE_DELAY_MS) }
  if (isDeferred(error))
    return age < policy.deferredForMs
      ? { kind: 'retry', afterMs: Math.min(delay, MAX_DEFERRED_DELAY_MS) }
      : { kind: 'dead-letter' }
  if (tries >= policy.maxTries || age >= policy.maxAgeMs) return { kind: 'dead-letter' }
  return { kind: 'retry', afterMs: delay }
}
