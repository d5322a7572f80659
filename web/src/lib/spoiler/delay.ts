import { serverNow } from '../server-clock.ts'

/** The longest delay that can be chosen, in seconds (docs/rules.md, Live timing). */
export const LONGEST_DELAY = 120

let delay = 0
const listeners = new Set<() => void>()

/** So long, in ms, everything of racing is held back before it is shown. */
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
  if (delay === seconds * 1_000) return
  delay = seconds * 1_000
  for (const listener of listeners) listener()
}

export const onDelay = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
