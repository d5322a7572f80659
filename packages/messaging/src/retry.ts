import { isConnectionFailure } from '@purple-sector/database'
import { isDeferred, isPermanent } from './failures.ts'

export type RetryPolicy = {
  /** Tries before an event is given up. */
  maxTries: number
  /** Age of the first failure at which it is given up, in ms. */
  maxAgeMs: number
  /** How long an event that names something unknown is waited for, in ms. */
  unknownForMs: number
  firstDelayMs: number
  maxDelayMs: number
}

export const retryPolicy: RetryPolicy = {
  maxTries: 10,
  maxAgeMs: 5 * 60_000,
  unknownForMs: 60_000,
  firstDelayMs: 100,
  maxDelayMs: 30_000,
}

/** `tries` counts the one that just failed; times in ms of one clock. */
export type Failure = { error: unknown; tries: number; firstFailedAt: number; now: number }

export type RetryDecision = { kind: 'retry'; afterMs: number } | { kind: 'dead-letter' }

const UNKNOWN_DELAY_MS = 2_000
const AWAY_DELAY_MS = 2_000

/** What happens to an event whose handling failed. A database that is away is never the event's fault: it waits. */
export const decideRetry = (policy: RetryPolicy, { error, tries, firstFailedAt, now }: Failure): RetryDecision => {
  if (isPermanent(error)) return { kind: 'dead-letter' }
  const delay = Math.min(policy.firstDelayMs * 2 ** (tries - 1), policy.maxDelayMs)
  const age = now - firstFailedAt
  if (isConnectionFailure(error)) return { kind: 'retry', afterMs: Math.min(delay, AWAY_DELAY_MS) }
  if (isDeferred(error))
    return age < policy.unknownForMs
      ? { kind: 'retry', afterMs: Math.min(delay, UNKNOWN_DELAY_MS) }
      : { kind: 'dead-letter' }
  if (tries >= policy.maxTries || age >= policy.maxAgeMs) return { kind: 'dead-letter' }
  return { kind: 'retry', afterMs: delay }
}
