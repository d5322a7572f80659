import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { REPLAY_WINDOW_MS } from './latest-state.ts'

type HeatMapOptions = { weekendId: number; channel: Pick<Channel, 'markChanged'>; frames: FrameWriter }

/**
 * Sends a state that has only the weekend when a heat map changed; clients fetch it over HTTP. New clients also get
 * recent changes.
 */
export const createHeatMap = ({ weekendId, channel, frames }: HeatMapOptions) => {
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

type ReactionCounts = FrameOf<'engagement_update'>['data']
type Entry = { at: number; time: string; counts: ReactionCounts; state: SharedState }

export type Reactions = {
  /** Applies counts of this time. */
  applyCounts(counts: ReactionCounts, time: string): void
  /** Recent counts, which a new client may have missed since it fetched them. */
  state: State
  /** Runs every second. */
  sweep(now: number): void
}

/** Sends counts of reactions to results and messages, conflated per subject. */
export const createReactions = ({
  channel,
  frames,
}: {
  channel: Pick<Channel, 'markChanged'>
  frames: FrameWriter
}): Reactions => {
  const recent = new Map<string, Entry>()
  let snapshotFrame: Buffer | undefined

  const writeOne = ({ counts, time }: Entry, seq?: number): Buffer => frames('engagement_update', counts, seq, time)
  const createEntry = (counts: ReactionCounts, time: string): Entry => {
    const state = { update: (seq: number) => writeOne(entry, seq), snapshot: () => writeOne(entry) }
    const entry: Entry = { at: 0, time, counts, state }
    return entry
  }
  const write = (): Buffer | undefined =>
    recent.size > 0 ? Buffer.concat([...recent.values()].map((entry) => writeOne(entry))) : undefined

  return {
    applyCounts(counts, time) {
      const { type, id } = counts.subject
      const key = `${type}/${id}`
      const entry = recent.get(key) ?? createEntry(counts, time)
      Object.assign(entry, { counts, time, at: Date.now() })
      recent.set(key, entry)
      snapshotFrame = undefined
      channel.markChanged(entry.state)
    },
    state: { snapshot: () => (snapshotFrame ??= write()) },
    sweep(now) {
      for (const [key, { at }] of recent) {
        if (now - at < REPLAY_WINDOW_MS) continue
        recent.delete(key)
        snapshotFrame = undefined
      }
    },
  }
}
