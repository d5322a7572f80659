import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'

type Count = FrameOf<'notification_count'>['data']
type Held = { at: number; time: string; count: Count; channel: Channel; state: SharedState }

/** Longer than a tick: what has not left by then is dirty at sockets with backpressure. */
const TTL_MS = 10_000

type Options = { channelOf(userId: string): Channel; frames: FrameWriter }

/** Sends a user's unread counts when they have read some, the newest per weekend, conflated like states. */
export const createUnreadCounts = ({ channelOf, frames }: Options) => {
  const told = new Map<string, Held>()

  const hold = (userId: string, count: Count, time: string): Held => {
    const write = (): Buffer => frames('notification_count', held.count, undefined, held.time)
    const held: Held = { at: 0, time, count, channel: channelOf(userId), state: { update: write, snapshot: write } }
    return held
  }

  return {
    read(userId: string, count: Count, time: string): void {
      const key = `${userId}/${count.weekendId}`
      const held = told.get(key) ?? hold(userId, count, time)
      Object.assign(held, { at: Date.now(), time, count })
      told.set(key, held)
      held.channel.changed(held.state)
    },
    sweep(now: number): void {
      for (const [key, { at, channel }] of told) {
        if (now - at < TTL_MS) continue
        told.delete(key)
        channel.close()
      }
    },
    close(): void {
      for (const { channel } of told.values()) channel.close()
      told.clear()
    },
  }
}
