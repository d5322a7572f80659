import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { ageMs } from './delay.ts'
import { stateOf } from './frame-kinds.ts'

/** How many frames of one state are buffered per second of their times: as many as a live client gets. */
const MAX_STATES_PER_SECOND = 4

/** `at` is on the server's clock, `receivedAt` on our monotonic clock, in ms. */
type BufferedFrame = { frame: ServerFrame; at: number; receivedAt: number; state: string | undefined }

export type FrameGate = {
  /** Accepts a frame; delivers it at once where it has no racing data, or is old enough. */
  accept(frame: ServerFrame): void
  /** Delivers what is due. */
  deliverDue(): void
  /** In how many ms the next frame is due; undefined while none is buffered. */
  nextInMs(): number | undefined
}

/** The server's clock as far as it is known, our monotonic clock, and the delay, all in ms. */
type Clock = { now(): number; elapsed(): number; delayMs(): number }

const slotOf = (at: number): number => Math.floor((at * MAX_STATES_PER_SECOND) / 1_000)

/**
 * Delays racing frames until they are as old as the delay, in the order of their events.
 *
 * Frames that are due together are delivered at once: states before messages and notifications, so that no toast is
 * ahead of its board, and of each state only the newest.
 */
export const createFrameGate = (clock: Clock, deliver: (frame: ServerFrame) => void): FrameGate => {
  let buffered: BufferedFrame[] = []

  const remainingMs = ({ at, receivedAt }: BufferedFrame): number => clock.delayMs() - ageMs(at, receivedAt, clock)

  const buffer = (one: BufferedFrame): void => {
    const place = buffered.findLastIndex(({ at }) => at <= one.at) + 1
    buffered.splice(place, 0, one)
    if (one.state === undefined) return
    const [older, newer] = buffered.filter(({ state, at }) => state === one.state && slotOf(at) === slotOf(one.at))
    if (newer) buffered = buffered.filter((other) => other !== older)
  }

  const deliverDue = (): void => {
    const due = buffered.filter((one) => remainingMs(one) <= 0)
    if (due.length === 0) return
    buffered = buffered.filter((one) => !due.includes(one))
    const states = new Map<string, BufferedFrame>()
    for (const one of due) if (one.state !== undefined) states.set(one.state, one)
    for (const { frame } of states.values()) deliver(frame)
    for (const { frame, state } of due) if (state === undefined) deliver(frame)
  }

  return {
    accept(frame) {
      const happenedAt = frame.at === undefined ? Number.NaN : Date.parse(frame.at)
      if (Number.isNaN(happenedAt)) return deliver(frame)
      buffer({ frame, at: happenedAt, receivedAt: clock.elapsed(), state: stateOf(frame) })
      deliverDue()
    },
    deliverDue,
    nextInMs: () => (buffered.length === 0 ? undefined : Math.max(0, Math.min(...buffered.map(remainingMs)))),
  }
}
