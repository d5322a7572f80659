import { isDeepStrictEqual } from 'node:util'
import type { Timing, TimingChanges } from '@purple-sector/contracts/admin/live-timing'
import { withTimingChanges } from '@purple-sector/contracts/admin/timing-changes'
import { seenForMs, TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { LiveTiming } from './live-timing.ts'
import type { RunningRaces } from './running-races.ts'

/**
 * Computes the changes from one state of a race to another.
 * Undefined if changes cannot express the difference, such as the order of two cars in one position.
 */
export const changesOf = (from: Timing, to: Timing): TimingChanges | undefined => {
  const before = new Map(from.entries.map((entry) => [entry.plate, entry]))
  const { entries, ...head } = to
  const present = new Set(entries.map(({ plate }) => plate))
  const changes: TimingChanges = {
    ...head,
    since: { generation: from.generation, sequence: from.sequence },
    entries: entries.filter((entry) => !isDeepStrictEqual(entry, before.get(entry.plate))),
    gone: [...before.keys()].filter((plate) => !present.has(plate)),
  }
  return isDeepStrictEqual(withTimingChanges(from, changes), to) ? changes : undefined
}

type Options = {
  channel: Pick<Channel, 'markChanged'>
  timings: Pick<VisibleTimings, 'ofRace'>
  liveTiming: Pick<LiveTiming, 'currentPause'>
  runningRaces: Pick<RunningRaces, 'isOver'>
  frames: FrameWriter
  now(): number
}

/** A race's states for both kinds of clients. */
type RaceStates = { fullState: SharedState; changes: SharedState }

/**
 * Sends live timing of a weekend's races; new clients get races that run or await their result.
 * Clients that subscribed to changes get the changes since the last update, the same for all of them; other clients get
 * the whole state.
 */
export const createTimings = ({ channel, timings, liveTiming, runningRaces: { isOver }, frames, now }: Options) => {
  const statesByRace = new Map<number, RaceStates>()

  const write = (timing: Timing, seq?: number): Buffer => frames('timing_update', timing, seq, timing.at)
  /** Whether earlier clients still display this timing. */
  const isStillVisible = ({ raceId, at, flag }: Timing): boolean => {
    const isPaused = liveTiming.currentPause() !== undefined
    const visibleForMs = isOver(raceId) ? TIMING_ENDS_AFTER_MS : seenForMs({ flag, isPaused })
    return now() - Date.parse(at) < visibleForMs
  }

  /** Builds snapshots for new clients, once per state. */
  const createSnapshotWriter = () => {
    let frame: Buffer | undefined
    let frameTiming: Timing | undefined
    return (timing: Timing | undefined): Buffer | undefined => {
      if (!timing || !isStillVisible(timing)) return undefined
      if (frameTiming !== timing) [frame, frameTiming] = [write(timing), timing]
      return frame
    }
  }

  const createFullState = (raceId: number): SharedState => {
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

  const createChangesState = (raceId: number): SharedState => {
    const writeSnapshot = createSnapshotWriter()
    /**
     * The timing of the last update, which all clients have; undefined while some clients may have no timing or a
     * different one. New clients get this timing and not a newer one, so that the next changes apply to every client.
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
        if (!frame || (baseline && !isStillVisible(baseline))) baseline = undefined
        return frame
      },
    }
  }

  const statesOf = (raceId: number): RaceStates => {
    const raceStates = statesByRace.get(raceId) ?? {
      fullState: createFullState(raceId),
      changes: createChangesState(raceId),
    }
    statesByRace.set(raceId, raceStates)
    return raceStates
  }

  return {
    changed(raceId: number): void {
      const { fullState, changes } = statesOf(raceId)
      channel.markChanged(fullState)
      channel.markChanged(changes)
    },
    /** Adds a race whose timing arrived before the channel was opened. */
    addRace: (raceId: number): void => void statesOf(raceId),
    states: (): State[] => [...statesByRace.values()].flatMap(({ fullState, changes }) => [fullState, changes]),
  }
}
