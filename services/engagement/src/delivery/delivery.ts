import type { QuietHours } from '@purple-sector/contracts/engagement/http'
import { quietUntil } from './quiet-hours.ts'

/** What is known, when its turn has come, of a notification on its way. */
export type Circumstances = {
  /** Whether there is still such a notification, and somewhere to send it. */
  isPossible: boolean
  isSeen: boolean
  /** Whether the fan wants this kind sent this way. */
  isChosen: boolean
  /** Of a reminder: whether there is still something to tip. */
  isPointless: boolean
  /** The last reminder before a deadline waits for nobody to wake up (docs/rules.md, Notifications). */
  isUrgent: boolean
  quietHours: QuietHours | null
}

export type DeliveryDecision = { kind: 'send' } | { kind: 'drop' } | { kind: 'hold'; until: Date }

export const decideDelivery = (
  { isPossible, isSeen, isChosen, isPointless, isUrgent, quietHours }: Circumstances,
  now: Date,
): DeliveryDecision => {
  if (!isPossible || isSeen || !isChosen || isPointless) return { kind: 'drop' }
  const until = isUrgent || !quietHours ? undefined : quietUntil(quietHours, now)
  return until ? { kind: 'hold', until } : { kind: 'send' }
}

/** Seconds until the next attempt: 5, 10, 20, … up to ten minutes, or what the push service asks for if that is more. */
export const pauseAfter = (attempts: number, asked = 0): number =>
  Math.max(asked, Math.min(5 * 2 ** (attempts - 1), 600))
