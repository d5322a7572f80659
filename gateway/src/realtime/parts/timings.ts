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

/** A session as its two kinds of clients are told of it. */
type Session = { whole: SharedState; changes: SharedState }

/**
 * How the sessions of a weekend stand by live timing; who comes while one runs, or waits for its result, is shown it. It is told whole, and to those
 * who asked for that only what has changed since they were told last, which is the same for all of them.
 */
export const createTimings = ({ channel, timings, liveTiming, sessions: { isOver }, frames, now }: Options) => {
  const sessions = new Map<number, Session>()

  const write = (timing: Timing, seq?: number): Buffer => frames('timing_update', timing, seq, timing.at)
  /** Whether who watched it has it on screen still. */
  const isSeen = ({ raceId, at, flag }: Timing): boolean => {
    const isPaused = liveTiming.paused() !== undefined
    const forMs = isOver(raceId) ? TIMING_ENDS_AFTER_MS : seenForMs({ flag, isPaused })
    return now() - Date.parse(at) < forMs
  }

  /** Writes a state to who comes, once for all of them. */
  const showing = () => {
    let shown: Buffer | undefined
    let shownOf: Timing | undefined
    return (timing: Timing | undefined): Buffer | undefined => {
      if (!timing || !isSeen(timing)) return undefined
      if (shownOf !== timing) [shown, shownOf] = [write(timing), timing]
      return shown
    }
  }

  const holdWhole = (raceId: number): SharedState => {
    const show = showing()
    return {
      isFor: ({ timingChanges }) => !timingChanges,
      update(seq) {
        const timing = timings.ofRace(raceId)
        return timing && write(timing, seq)
      },
      snapshot: () => show(timings.ofRace(raceId)),
    }
  }

  const holdChanges = (raceId: number): SharedState => {
    const show = showing()
    /**
     * What the last update told: the state that everybody has; none while there may be some who were shown nothing, or
     * something else. Who comes is shown that and not what is newer, so that the next changes are for everybody.
     */
    let told: Timing | undefined
    return {
      isFor: ({ timingChanges }) => timingChanges,
      update(seq) {
        const timing = timings.ofRace(raceId)
        if (!timing) return undefined
        const changes = told && changesOf(told, timing)
        const frame = changes ? frames('timing_changes', changes, seq, timing.at) : write(timing, seq)
        told = timing
        return frame
      },
      snapshot() {
        const timing = timings.ofRace(raceId)
        const frame = show(timing && told) ?? show(timing)
        if (!frame || (told && !isSeen(told))) told = undefined
        return frame
      },
    }
  }

  const sessionOf = (raceId: number): Session => {
    const session = sessions.get(raceId) ?? { whole: holdWhole(raceId), changes: holdChanges(raceId) }
    sessions.set(raceId, session)
    return session
  }

  return {
    changed(raceId: number): void {
      const { whole, changes } = sessionOf(raceId)
      channel.changed(whole)
      channel.changed(changes)
    },
    /** What was heard before the channel was open belongs to it as well. */
    know: (raceId: number): void => void sessionOf(raceId),
    states: (): State[] => [...sessions.values()].flatMap(({ whole, changes }) => [whole, changes]),
  }
}
