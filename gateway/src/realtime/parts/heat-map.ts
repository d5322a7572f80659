import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { REPLAY_WINDOW_MS } from './replay-window.ts'

type Options = { weekendId: number; channel: Pick<Channel, 'markChanged'>; frames: FrameWriter }

/** Sends a notice when a heat map changed; clients fetch it over HTTP. New clients also get recent notices. */
export const createHeatMap = ({ weekendId, channel, frames }: Options) => {
  let changedAt = Number.NEGATIVE_INFINITY
  let at: string | undefined
  const write = (seq?: number): Buffer => frames('heat_map_updated', { weekendId }, seq, at)
  const state: SharedState = {
    update: write,
    snapshot: () => (Date.now() - changedAt < REPLAY_WINDOW_MS ? write() : undefined),
  }
  return {
    state,
    changed(time: string): void {
      at = time
      changedAt = Date.now()
      channel.markChanged(state)
    },
  }
}
