import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { ShownTimings } from '@purple-sector/service-kit/shown-timings'
import type { Channel } from '../hub/channel.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { SharedState, State } from '../hub/state.ts'

type Options = {
  channel: Pick<Channel, 'changed'>
  timings: Pick<ShownTimings, 'ofRace'>
  frames: FrameWriter
  now(): number
}

/** How the sessions of a weekend stand by live timing, whole; who comes while one runs is shown it. */
export const createTimings = ({ channel, timings, frames, now }: Options) => {
  const states = new Map<number, SharedState>()

  const write = (raceId: number, seq?: number): Buffer | undefined => {
    const timing = timings.ofRace(raceId)
    return timing && frames('timing_update', timing, seq, timing.at)
  }
  const isRunning = (raceId: number): boolean => {
    const timing = timings.ofRace(raceId)
    return timing !== undefined && now() - Date.parse(timing.at) < TIMING_ENDS_AFTER_MS
  }

  const hold = (raceId: number): SharedState => {
    let shown: Buffer | undefined
    let shownOf: unknown
    return {
      update: (seq) => write(raceId, seq),
      snapshot() {
        if (!isRunning(raceId)) return undefined
        const timing = timings.ofRace(raceId)
        if (shownOf !== timing) [shown, shownOf] = [write(raceId), timing]
        return shown
      },
    }
  }
  const stateOf = (raceId: number): SharedState => {
    const state = states.get(raceId) ?? hold(raceId)
    states.set(raceId, state)
    return state
  }

  return {
    changed: (raceId: number): void => channel.changed(stateOf(raceId)),
    /** What was heard before the channel was open belongs to it as well. */
    know: (raceId: number): void => void stateOf(raceId),
    states: (): Iterable<State> => states.values(),
  }
}
