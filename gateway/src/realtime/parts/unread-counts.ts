import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Channel } from '../hub/channel.ts'
import type { SharedState } from '../hub/channel-state.ts'
import type { FrameWriter } from '../hub/frames.ts'

type Count = FrameOf<'notification_count'>['data']
type Entry = { at: number; time: string; count: Count; channel: Channel; state: SharedState }

/** Longer than a tick: counts not sent by then are marked dirty at sockets with backpressure. */
const TTL_MS = 10_000

type Options = { channelOf(userId: string): Channel; frames: FrameWriter }

/** Sends a user's unread counts after they have read notifications; the newest per weekend, conflated like states. */
export const createUnreadCounts = ({ channelOf, frames }: Options) => {
  const entries = new Map<string, Entry>()

  const createEntry = (userId: string, count: Count, time: string): Entry => {
    const write = (): Buffer => frames('notification_count', entry.count, undefined, entry.time)
    const entry: Entry = { at: 0, time, count, channel: channelOf(userId), state: { update: write, snapshot: write } }
    return entry
  }

  return {
    read(userId: string, count: Count, time: string): void {
      const key = `${userId}/${count.weekendId}`
      const entry = entries.get(key) ?? createEntry(userId, count, time)
      Object.assign(entry, { at: Date.now(), time, count })
      entries.set(key, entry)
      entry.channel.markChanged(entry.state)
    },
    sweep(now: number): void {
      for (const [key, { at, channel }] of entries) {
        if (now - at < TTL_MS) continue
        entries.delete(key)
        channel.close()
      }
    },
    close(): void {
      for (const { channel } of entries.values()) channel.close()
      entries.clear()
    },
  }
}
