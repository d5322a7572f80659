import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { ageMs } from './delay.ts'

/** How many frames of one state are buffered per second of their times: as many as a live client gets. */
const MAX_STATES_PER_SECOND = 4

/** `at` is on the server's clock, `receivedAt` on our monotonic clock, in ms. */
type BufferedFrame = { frame: ServerFrame; at: number; receivedAt: number; state: string | undefined }

export type FrameGate = {
  /** Accepts a frame; delivers it at once if it has no racing data or is old enough. */
  accept(frame: ServerFrame): void
  /** Delivers the frames that are due. */
  deliverDue(): void
  /** In how many ms the next frame is due; undefined while none is buffered. */
  nextInMs(): number | undefined
}

/** The server's clock as far as it is known, our monotonic clock, and the delay, all in ms. */
type Clock = { now(): number; elapsed(): number; delayMs(): number }

type Scoped = { weekendId: number; groupId: number | null } | { seasonId: number; groupId: number | null }

const scopeOf = (scope: Scoped): string => `${'seasonId' in scope ? scope.seasonId : scope.weekendId}/${scope.groupId}`

/**
 * Key of the state that a frame carries as a whole; a newer frame of the same key replaces it.
 *
 * Undefined where every frame counts: messages and notifications.
 */
const stateOf = (frame: ServerFrame): string | undefined => {
  switch (frame.type) {
    case 'timing_update':
    case 'race_status':
      return `${frame.type} ${'raceId' in frame.data ? frame.data.raceId : frame.data.id}`
    case 'leaderboard_update':
    case 'my_standing':
    case 'projected_leaderboard':
    case 'season_leaderboard':
    case 'my_season':
      return `${frame.type} ${scopeOf(frame.data)}`
    case 'heat_map_updated':
    case 'engagement_board':
    case 'poll_update':
      return `${frame.type} ${frame.data.weekendId}`
    case 'engagement_update':
      return `${frame.type} ${scopeOf(frame.data)} ${frame.data.subject.type} ${frame.data.subject.id}`
    default:
      return undefined
  }
}

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

  const buffer = (added: BufferedFrame): void => {
    const index = buffered.findLastIndex(({ at }) => at <= added.at) + 1
    buffered.splice(index, 0, added)
    if (added.state === undefined) return
    const [older, newer] = buffered.filter(({ state, at }) => state === added.state && slotOf(at) === slotOf(added.at))
    if (newer) buffered = buffered.filter((other) => other !== older)
  }

  const deliverDue = (): void => {
    const due = buffered.filter((entry) => remainingMs(entry) <= 0)
    if (due.length === 0) return
    buffered = buffered.filter((entry) => !due.includes(entry))
    const states = new Map<string, BufferedFrame>()
    for (const entry of due) if (entry.state !== undefined) states.set(entry.state, entry)
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
