import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Channel } from '../hub/channel.ts'
import type { SharedState, State } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'
import { LATELY_MS } from './replay-window.ts'

type Counted = FrameOf<'engagement_update'>['data']
type Held = { at: number; time: string; counted: Counted; state: SharedState }

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
  const recent = new Map<string, Held>()
  let shown: Buffer | undefined

  const writeOne = ({ counted, time }: Held, seq?: number): Buffer => frames('engagement_update', counted, seq, time)
  const hold = (counted: Counted, time: string): Held => {
    const state = { update: (seq: number) => writeOne(held, seq), snapshot: () => writeOne(held) }
    const held: Held = { at: 0, time, counted, state }
    return held
  }
  const write = (): Buffer | undefined =>
    recent.size > 0 ? Buffer.concat([...recent.values()].map((held) => writeOne(held))) : undefined

  return {
    counted(counted, time) {
      const { type, id } = counted.subject
      const key = `${type}/${id}`
      const held = recent.get(key) ?? hold(counted, time)
      Object.assign(held, { counted, time, at: Date.now() })
      recent.set(key, held)
      shown = undefined
      channel.changed(held.state)
    },
    state: { snapshot: () => (shown ??= write()) },
    sweep(now) {
      for (const [key, { at }] of recent) {
        if (now - at < LATELY_MS) continue
        recent.delete(key)
        shown = undefined
      }
    },
  }
}
