import { createContext, useContext } from 'react'

/** The realtime connection as screens see it. */
export type Live = {
  state: 'LIVE' | 'OFFLINE'
  isLive: boolean
  /** When the connection was lost, or first failed, in ms; null while connected or during the first attempt. */
  lostAt: number | null
  /** Time of the next attempt, in ms; null if none is scheduled, `never` once the server has closed for good. */
  retryAt: number | 'never' | null
}

export const LiveContext = createContext<Live>({ state: 'LIVE', isLive: true, lostAt: null, retryAt: null })

export const useLive = (): Live => useContext(LiveContext)

/** For a query's `refetchInterval`: polls while OFFLINE, when no frames arrive. */
export const usePollWhileOffline = (everyMs: number): number | false => (useLive().isLive ? false : everyMs)
