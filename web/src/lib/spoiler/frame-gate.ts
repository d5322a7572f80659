import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { ageMs } from './delay.ts'
import { stateOf } from './frame-kinds.ts'

/** Of one state that changes all the time so many are kept a second, by the time of each: as many as who is live is told. */
const KEPT_A_SECOND = 4

/** `at` is of the server's clock, `cameAt` of our own time. */
type Held = { frame: ServerFrame; at: number; cameAt: number; state: string | undefined }

export type FrameGate = {
  /** A frame has come: it is told at once where it tells of no racing, or of some that is old enough. */
  take(frame: ServerFrame): void
  /** Tells what is old enough by now. */
  look(): void
  /** In how many ms there is something to tell next; undefined while nothing is held. */
  nextInMs(): number | undefined
}

/** The server's clock as far as it is known, our own time, which nobody sets, and the delay, all in ms. */
type Clock = { now(): number; elapsed(): number; delayMs(): number }

const slotOf = (at: number): number => Math.floor((at * KEPT_A_SECOND) / 1_000)

/**
 * Holds back what tells of racing until it is as old as the delay, in ms. What happened first is told first. What is due
 * together is told at once: states before messages and news, so that no toast is ahead of its board, and of each state
 * the newest alone.
 */
export const createFrameGate = (clock: Clock, tell: (frame: ServerFrame) => void): FrameGate => {
  let held: Held[] = []

  const leftMs = ({ at, cameAt }: Held): number => clock.delayMs() - ageMs(at, cameAt, clock)

  const hold = (one: Held): void => {
    const place = held.findLastIndex(({ at }) => at <= one.at) + 1
    held.splice(place, 0, one)
    if (one.state === undefined) return
    const [older, newer] = held.filter(({ state, at }) => state === one.state && slotOf(at) === slotOf(one.at))
    if (newer) held = held.filter((other) => other !== older)
  }

  const look = (): void => {
    const due = held.filter((one) => leftMs(one) <= 0)
    if (due.length === 0) return
    held = held.filter((one) => !due.includes(one))
    const states = new Map<string, Held>()
    for (const one of due) if (one.state !== undefined) states.set(one.state, one)
    for (const { frame } of states.values()) tell(frame)
    for (const { frame, state } of due) if (state === undefined) tell(frame)
  }

  return {
    take(frame) {
      const told = frame.at === undefined ? Number.NaN : Date.parse(frame.at)
      if (Number.isNaN(told)) return tell(frame)
      hold({ frame, at: told, cameAt: clock.elapsed(), state: stateOf(frame) })
      look()
    },
    look,
    nextInMs: () => (held.length === 0 ? undefined : Math.max(0, Math.min(...held.map(leftMs)))),
  }
}
