import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The realtime connection as screens see it. */
export type Live = {
  state: 'LIVE' | 'OFFLINE'
  isLive: boolean
  /** When the connection was lost, or first failed; null while it holds or is tried for the first time. */
  lostAt: number | null
  /** When it is tried again; null while nothing waits. */
  retryAt: number | null
}

/** How a feature keeps its part of the cache fresh: one function per feature, registered in `app/live.tsx`. */
export type LiveReaction = (client: QueryClient, frame: ServerFrame) => void

export const LiveContext = createContext<Live>({ state: 'LIVE', isLive: true, lostAt: null, retryAt: null })

export const useLive = (): Live => useContext(LiveContext)

/** Polling of spec part 2 section 9, for a query's `refetchInterval`: only while OFFLINE. */
export const usePollWhileOffline = (everyMs: number): number | false => (useLive().isLive ? false : everyMs)
