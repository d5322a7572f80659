import { createHmac } from 'node:crypto'

export const MAX_WEBHOOKS = 20
/** Replaced secrets of a webhook that have not expired: each adds a signature to the header of its deliveries. */
export const MAX_PREVIOUS_SECRETS = 5
export const PREVIOUS_SECRET_HOURS = 24
const MIN_BACKOFF_MS = 5_000
const MAX_BACKOFF_MS = 3_600_000
const TIMEOUT_MS = 24 * 3_600_000

/**
 * Returns `t=…,v1=…` over the second of the attempt and the body, with a `v1` for each secret.
 * By it the receiver verifies that the delivery is ours and not an old one.
 */
export const signatureOf = (secrets: readonly string[], body: string, at: Date): string => {
  const t = Math.floor(at.getTime() / 1_000)
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  return [`t=${t}`, ...signatures.map((v1) => `v1=${v1}`)].join(',')
}

/** The outcome of an attempt: the status if the receiver replied, and why it failed. */
export type Attempt = { status: number | null; error: string | null; isPermanent?: boolean }

/** A delivery with its attempts, the last one included. */
type AttemptedDelivery = { type: string; at: Date; attempts: number }

export type Outcome = { state: 'delivered' | 'failed'; nextAttemptAt: null } | { state: 'waiting'; nextAttemptAt: Date }

/** Returns the delay in ms: 5 s, 10 s, 20 s … an hour, each up to a half longer, so that retries spread out. */
const backoffAfter = (attempts: number, random: number): number =>
  Math.min(MIN_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20), MAX_BACKOFF_MS) * (1 + random / 2)

/** Decides what follows an attempt. `random` is at least 0 and less than 1. A test is tried once. */
export const outcomeOf = (
  { type, at, attempts }: AttemptedDelivery,
  { error, isPermanent }: Attempt,
  { now, random }: { now: Date; random: number },
): Outcome => {
  if (error === null) return { state: 'delivered', nextAttemptAt: null }
  const nextAttemptAt = new Date(now.getTime() + backoffAfter(attempts, random))
  const isTooLate = nextAttemptAt.getTime() > at.getTime() + TIMEOUT_MS
  if (type === 'test' || isPermanent || isTooLate) return { state: 'failed', nextAttemptAt: null }
  return { state: 'waiting', nextAttemptAt }
}
