import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { seenForMs, TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { LiveTiming } from './live-timing.ts'
import type { RunningSessions } from './running-sessions.ts'
import { changesOf } from './timing-changes.ts'

type Options = {
  channel: Pick<Channel, 'changed'>
  timings: Pick<VisibleTimings, 'ofRace'>
  liveTiming: Pick<LiveTiming, 'paused'>
  sessions: Pick<RunningSessions, 'isOver'>
  frames: FrameWriter
  now(): number
}

/** A race's states for both kinds of clients. */
type Session = { whole: SharedState; changes: SharedState }

/**
 * Sends live timing of a weekend's races; new clients get races that run or wait for their result.
 * Sent whole, or, to clients that subscribed to changes, as the changes since the last update, which are the same for
 * all of them.
 */
export const createTimings = ({ channel, timings, liveTiming, sessions: { isOver }, frames, now }: Options) => {
  const sessions = new Map<number, Session>()

  const write = (timing: Timing, seq?: number): Buffer => frames('timing_update', timing, seq, timing.at)
  /** Whether clients that watched it still show it. */
  const isSeen = ({ raceId, at, flag }: Timing): boolean => {
    const isPaused = liveTiming.paused() !== undefined
    const forMs = isOver(raceId) ? TIMING_ENDS_AFTER_MS : seenForMs({ flag, isPaused })
    return now() - Date.parse(at) < forMs
  }

  /** Builds snapshots for new clients, once per state. */
  const createSnapshotWriter = () => {
    let frame: Buffer | undefined
    let writtenOf: Timing | undefined
    return (timing: Timing | undefined): Buffer | undefined => {
      if (!timing || !isSeen(timing)) return undefined
      if (writtenOf !== timing) [frame, writtenOf] = [write(timing), timing]
      return frame
    }
  }

  const createWhole = (raceId: number): SharedState => {
    const writeSnapshot = createSnapshotWriter()
    return {
      isFor: ({ timingChanges }) => !timingChanges,
      update(seq) {
        const timing = timings.ofRace(raceId)
        return timing && write(timing, seq)
      },
      snapshot: () => writeSnapshot(timings.ofRace(raceId)),
    }
  }

  const createChanges = (raceId: number): SharedState => {
    const writeSnapshot = createSnapshotWriter()
    /**
     * The timing of the last update, which all clients have; undefined while some clients may have no timing or a different
     * one. New clients get this timing and not a newer one, so that the next changes apply to every client.
     */
    let baseline: Timing | undefined
    return {
      isFor: ({ timingChanges }) => timingChanges,
      update(seq) {
        const timing = timings.ofRace(raceId)
        if (!timing) return undefined
        const changes = baseline && changesOf(baseline, timing)
        const frame = changes ? frames('timing_changes', changes, seq, timing.at) : write(timing, seq)
        baseline = timing
        return frame
      },
      snapshot() {
        const timing = timings.ofRace(raceId)
        const frame = writeSnapshot(timing && baseline) ?? writeSnapshot(timing)
        if (!frame || (baseline && !isSeen(baseline))) baseline = undefined
        return frame
      },
    }
  }

  const sessionOf = (raceId: number): Session => {
    const session = sessions.get(raceId) ?? { whole: createWhole(raceId), changes: createChanges(raceId) }
    sessions.set(raceId, session)
    return session
  }

  return {
    changed(raceId: number): void {
      const { whole, changes } = sessionOf(raceId)
      channel.changed(whole)
      channel.changed(changes)
    },
    /** Includes a race whose timing arrived before the channel was opened. */
    know: (raceId: number): void => void sessionOf(raceId),
    states: (): State[] => [...sessions.values()].flatMap(({ whole, changes }) => [whole, changes]),
  }
}
