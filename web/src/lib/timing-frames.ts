import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { withTimingChanges } from '@purple-sector/contracts/admin/timing-changes'
import type { ServerFrame } from '@purple-sector/contracts/realtime'

type TimingFrames = {
  /** The frame as screens know it, changes as the whole that they make; undefined where what they build on is not here. */
  expand(frame: ServerFrame): ServerFrame | undefined
  /** Another connection: nothing that was told before counts. */
  forget(): void
}

/** Live timing comes as what has changed in it: beyond here every frame is whole again. */
export const createTimingFrames = (): TimingFrames => {
  const known = new Map<number, Timing>()
  return {
    expand(frame) {
      if (frame.type === 'timing_update') known.set(frame.data.raceId, frame.data)
      if (frame.type !== 'timing_changes') return frame
      const base = known.get(frame.data.raceId)
      const data = base && withTimingChanges(base, frame.data)
      if (!data) return undefined
      known.set(data.raceId, data)
      return { ...frame, type: 'timing_update', data }
    },
    forget: () => known.clear(),
  }
}
