import { serverNow } from '../server-clock.ts'

/** The longest delay that can be chosen, in seconds (docs/rules.md, Live timing). */
export const LONGEST_DELAY = 120

/**
 * So much later than the delay says everything is shown, in ms: an instant is told by one machine and its age judged by the
 * clock of another. A late moment is nobody's loss, an early one is what the delay is there to prevent.
 */
export const MARGIN_MS = 250

let delay = 0
const listeners = new Set<() => void>()

/** So long, in ms, everything of racing is held back before it is shown; 0 without a delay. */
export const delayMs = (): number => delay

/** How long, in ms, what happened at `at` is held back from now on; 0 where it is old enough. */
export const heldForMs = (at: number): number => {
  if (delay === 0 || Number.isNaN(at)) return 0
  const now = serverNow()
  // A clock that runs ahead of ours holds nothing longer than the delay.
  return Math.max(0, Math.min(at, now) + delay - now)
}

/** The delay that the signed-in fan has chosen, in seconds: shorter, it lets go of what it no longer holds at once. */
export const setDelay = (seconds: number): void => {
  const chosen = seconds === 0 ? 0 : seconds * 1_000 + MARGIN_MS
  if (delay === chosen) return
  delay = chosen
  for (const listener of listeners) listener()
}

export const onDelay = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
