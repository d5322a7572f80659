import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { stateOf } from './frame-kinds.ts'

/** Of one state that changes all the time so many are kept a second, by the time of each: 120 s of timing stay small. */
const KEPT_A_SECOND = 2

type Held = { frame: ServerFrame; at: number; state: string | undefined }

export type FrameGate = {
  /** A frame has come: it is told at once where it tells of no racing, or of some that is old enough. */
  take(frame: ServerFrame): void
  /** Tells what is old enough by now. */
  look(): void
  /** When there is something to tell next, in ms of the same clock; undefined while nothing is held. */
  nextAt(): number | undefined
}

type Clock = { now(): number; delayMs(): number }

const slotOf = (at: number): number => Math.floor((at * KEPT_A_SECOND) / 1_000)

/**
 * Holds back what tells of racing until it is as old as the delay, in ms. What happened first is told first. What is due
 * together is told at once: states before messages and news, so that no toast is ahead of its board, and of each state
 * the newest alone.
 */
export const createFrameGate = ({ now, delayMs }: Clock, tell: (frame: ServerFrame) => void): FrameGate => {
  let held: Held[] = []

  const hold = (one: Held): void => {
    if (one.state !== undefined) {
      const last = held.findLast(({ state }) => state === one.state)
      if (last && slotOf(last.at) === slotOf(one.at)) held = held.filter((other) => other !== last)
    }
    const place = held.findLastIndex(({ at }) => at <= one.at) + 1
    held.splice(place, 0, one)
  }

  const look = (): void => {
    const upTo = now() - delayMs()
    const count = held.findLastIndex(({ at }) => at <= upTo) + 1
    if (count === 0) return
    const due = held.splice(0, count)
    const states = new Map<string, Held>()
    for (const one of due) if (one.state !== undefined) states.set(one.state, one)
    for (const { frame } of states.values()) tell(frame)
    for (const { frame, state } of due) if (state === undefined) tell(frame)
  }

  return {
    take(frame) {
      const told = frame.at === undefined ? Number.NaN : Date.parse(frame.at)
      if (Number.isNaN(told)) return tell(frame)
      // A clock that runs ahead of ours holds nothing longer than the delay.
      hold({ frame, at: Math.min(told, now()), state: stateOf(frame) })
      look()
    },
    look,
    nextAt: () => (held[0] ? held[0].at + delayMs() : undefined),
  }
}
