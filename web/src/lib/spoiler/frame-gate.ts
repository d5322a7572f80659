import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { ageMs } from './delay.ts'
import { stateOf } from './frame-kinds.ts'

/** How many frames of one state are buffered per second of their times: as many as a live client gets. */
const KEPT_A_SECOND = 4

/** `at` is on the server's clock, `receivedAt` on our monotonic clock, in ms. */
type Held = { frame: ServerFrame; at: number; cameAt: number; state: string | undefined }

export type FrameGate = {
  /** Accepts a frame; delivers it at once where it has no racing data, or is old enough. */
  take(frame: ServerFrame): void
  /** Delivers what is due. */
  look(): void
  /** In how many ms the next frame is due; undefined while none is buffered. */
  nextInMs(): number | undefined
}

/** The server's clock as far as it is known, our monotonic clock, and the delay, all in ms. */
type Clock = { now(): number; elapsed(): number; delayMs(): number }

const slotOf = (at: number): number => Math.floor((at * KEPT_A_SECOND) / 1_000)

/**
 * Delays racing frames until they are as old as the delay, in the order of their events.
 *
 * Frames that are due together are delivered at once: states before messages and notifications, so that no toast is
 * ahead of its board, and of each state only the newest.
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
