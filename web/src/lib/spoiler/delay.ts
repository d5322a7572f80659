import { serverNow } from '../server-clock.ts'

/** The longest delay that can be chosen, in seconds (docs/rules.md, Live timing). */
export const MAX_DELAY = 120

/**
 * So much later than the delay says everything is shown, in ms: an instant is told by one machine and its age judged by the
 * clock of another. A late moment is nobody's loss, an early one is what the delay is there to prevent.
 */
export const MARGIN_MS = 250

let delay = 0
const listeners = new Set<() => void>()

/** So long, in ms, everything of racing is held back before it is shown; 0 without a delay. */
export const delayMs = (): number => delay

/** Our own time, in ms, which nobody sets: of use against itself alone. */
export const elapsedMs = (): number => performance.now()

type Clock = { now(): number; elapsed(): number }

/**
 * How old, in ms, what happened at `at` is by the server's clock, as far as we know it, but at least as old as it has been
 * here: a clock that is ahead of ours holds nothing longer than the delay, and one that we know better by and by lets go of
 * nothing early.
 */
export const ageMs = (at: number, cameAt: number, { now, elapsed }: Clock): number =>
  Math.max(now() - at, elapsed() - cameAt)

/** How long, in ms, what happened at `at` and came at `cameAt` of our own time is held back from now on; 0 where it is old enough. */
export const remainingDelayMs = (at: number, cameAt = elapsedMs()): number =>
  delay === 0 || Number.isNaN(at) ? 0 : Math.max(0, delay - ageMs(at, cameAt, { now: serverNow, elapsed: elapsedMs }))

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
