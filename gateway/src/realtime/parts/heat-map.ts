import type { Channel } from '../hub/channel.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { SharedState } from '../hub/state.ts'
import { LATELY_MS } from './lately.ts'

type Options = { weekendId: number; channel: Pick<Channel, 'changed'>; frames: FrameWriter }

/** That a heat map is another now; what it is is asked for over HTTP. Newcomers are told what they may have missed. */
export const createHeatMap = ({ weekendId, channel, frames }: Options) => {
  let changedAt = Number.NEGATIVE_INFINITY
  const state: SharedState = {
    update: (seq) => frames('heat_map_updated', { weekendId }, seq),
    snapshot: () => (Date.now() - changedAt < LATELY_MS ? frames('heat_map_updated', { weekendId }) : undefined),
  }
  return {
    state,
    changed(): void {
      changedAt = Date.now()
      channel.changed(state)
    },
  }
}
