import { browserState } from '../../ui/base/browser-state.ts'
import { serverNow } from '../time/server-clock.ts'

/** The longest delay that can be chosen, in seconds (docs/rules.md, Live timing). */
export const MAX_DELAY = 120

/**
 * Added to the chosen delay, in ms: instants come from one machine and their age is measured on another. Late is
 * harmless, early is a spoiler.
 */
export const MARGIN_MS = 250

const chosen = browserState(() => ({ delayMs: 0, listeners: new Set<() => void>() }))

/** How long racing data is delayed before it is shown, in ms; 0 without a delay. */
export const delayMs = (): number => chosen().delayMs

/** Monotonic clock (`performance.now()`), in ms; only differences are meaningful. */
export const elapsedMs = (): number => performance.now()

type Clock = { now(): number; elapsed(): number }

/**
 * Age, in ms, of what happened at `at`: by the server's clock as far as it is known, but at least the time since it was
 * received.
 *
 * So a clock ahead of ours delays nothing longer than the delay, and a clock that is corrected later releases nothing
 * early.
 */
export const ageMs = (at: number, receivedAt: number, { now, elapsed }: Clock): number =>
  Math.max(now() - at, elapsed() - receivedAt)

/** The spoiler delay, and the server's clock by which it is measured, both in ms. */
export type SpoilerClock = { delayMs(): number; now(): number }

/** Those of the page in this browser. */
export const PAGE_CLOCK: SpoilerClock = { delayMs, now: serverNow }

/**
 * Remaining delay, in ms, of what happened at `at` (server's clock) and was received at `receivedAt` (monotonic); 0
 * when it may be shown.
 */
export const remainingDelayMs = (at: number, receivedAt = elapsedMs(), clock = PAGE_CLOCK): number =>
  clock.delayMs() === 0 || Number.isNaN(at)
    ? 0
    : Math.max(0, clock.delayMs() - ageMs(at, receivedAt, { now: clock.now, elapsed: elapsedMs }))

/** How long a delay of so many seconds holds data back, in ms. */
export const msOfDelay = (seconds: number): number => (seconds === 0 ? 0 : seconds * 1_000 + MARGIN_MS)

/** Sets the signed-in fan's delay, in seconds. A shorter one releases data at once that it no longer delays. */
export const setDelay = (seconds: number): void => {
  const chosenMs = msOfDelay(seconds)
  if (delayMs() === chosenMs) return
  chosen().delayMs = chosenMs
  for (const listener of chosen().listeners) listener()
}

export const onDelay = (listener: () => void): (() => void) => {
  chosen().listeners.add(listener)
  return () => chosen().listeners.delete(listener)
}
