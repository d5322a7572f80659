import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { REPLAY_WINDOW_MS } from './replay-window.ts'

type Counted = FrameOf<'engagement_update'>['data']
type Entry = { at: number; time: string; counted: Counted; state: SharedState }

export type Reactions = {
  /** Applies counts of that time. */
  counted(counts: Counted, time: string): void
  /** Counts that a new client may have missed since it fetched them. */
  state: State
  /** Runs every second. */
  sweep(now: number): void
}

/** Sends counts of reactions to results and messages, conflated per subject. */
export const createReactions = ({
  channel,
  frames,
}: {
  channel: Pick<Channel, 'changed'>
  frames: FrameWriter
}): Reactions => {
  const recent = new Map<string, Entry>()
  let snapshotFrame: Buffer | undefined

  const writeOne = ({ counted, time }: Entry, seq?: number): Buffer => frames('engagement_update', counted, seq, time)
  const createEntry = (counted: Counted, time: string): Entry => {
    const state = { update: (seq: number) => writeOne(entry, seq), snapshot: () => writeOne(entry) }
    const entry: Entry = { at: 0, time, counted, state }
    return entry
  }
  const write = (): Buffer | undefined =>
    recent.size > 0 ? Buffer.concat([...recent.values()].map((entry) => writeOne(entry))) : undefined

  return {
    counted(counted, time) {
      const { type, id } = counted.subject
      const key = `${type}/${id}`
      const entry = recent.get(key) ?? createEntry(counted, time)
      Object.assign(entry, { counted, time, at: Date.now() })
      recent.set(key, entry)
      snapshotFrame = undefined
      channel.changed(entry.state)
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
