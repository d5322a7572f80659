import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { More } from './subscription.ts'

export type RealtimeStatus = {
  isConnected: boolean
  /** When the connection was lost, or first failed; null while it holds or is tried for the first time. */
  lostAt: number | null
  /** When it is tried again; null while nothing waits, `never` when the server has ended it for good. */
  retryAt: number | 'never' | null
}

export type Realtime = {
  /**
   * Follows this weekend and these groups from now on, instead of those before; null: the news about which weekends there
   * are. A group that the server does not grant yet is asked for again when it tells that something of it changed.
   */
  subscribe(weekendId: number | null, groupIds?: readonly number[], more?: More): void
  onFrame(listener: (frame: ServerFrame) => void): () => void
  onStatus(listener: () => void): () => void
  status(): RealtimeStatus
  close(): void
}
