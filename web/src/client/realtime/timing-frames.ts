import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { withTimingChanges } from '@purple-sector/contracts/admin/timing-changes'
import type { ServerFrame } from '@purple-sector/contracts/realtime'

type TimingFrames = {
  /** Returns the frame with changes applied to a full state; undefined if their base is missing. */
  expand(frame: ServerFrame): ServerFrame | undefined
  /** Discards all states, for a new connection. */
  reset(): void
}

/** Expands live-timing changes: beyond this module every frame carries the full state. */
export const createTimingFrames = (): TimingFrames => {
  const states = new Map<number, Timing>()
  return {
    expand(frame) {
      if (frame.type === 'timing_update') states.set(frame.data.raceId, frame.data)
      if (frame.type !== 'timing_changes') return frame
      const base = states.get(frame.data.raceId)
      const data = base && withTimingChanges(base, frame.data)
      if (!data) return undefined
      states.set(data.raceId, data)
      return { ...frame, type: 'timing_update', data }
    },
    reset: () => states.clear(),
  }
}
