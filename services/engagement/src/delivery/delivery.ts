import type { QuietHours } from '@purple-sector/contracts/engagement/http'
import { quietUntil } from './quiet-hours.ts'

/** The facts that decide a due delivery. */
export type Circumstances = {
  /** Whether the notification and its target still exist. */
  isDeliverable: boolean
  isSeen: boolean
  /** Whether the user has enabled this type on this channel. */
  isEnabled: boolean
  /** For a reminder: whether the category is tipped or closed. */
  isObsolete: boolean
  /** The last reminder before a deadline ignores quiet hours (docs/rules.md, Notifications). */
  isUrgent: boolean
  quietHours: QuietHours | null
}

export type DeliveryDecision = { kind: 'send' } | { kind: 'drop' } | { kind: 'delay'; until: Date }

export const decideDelivery = (
  { isDeliverable, isSeen, isEnabled, isObsolete, isUrgent, quietHours }: Circumstances,
  now: Date,
): DeliveryDecision => {
  if (!isDeliverable || isSeen || !isEnabled || isObsolete) return { kind: 'drop' }
  const until = isUrgent || !quietHours ? undefined : quietUntil(quietHours, now)
  return until ? { kind: 'delay', until } : { kind: 'send' }
}

/** Returns the seconds until the next attempt: 5, 10, 20, … up to 600, or `requestedSeconds` if that is more. */
export const retryDelayAfter = (attempts: number, requestedSeconds = 0): number =>
  Math.max(requestedSeconds, Math.min(5 * 2 ** (attempts - 1), 600))
