import type { Query, QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The realtime connection as screens see it. */
export type Live = {
  state: 'LIVE' | 'OFFLINE'
  isLive: boolean
  /** When the connection was lost, or first failed, in ms; null while connected or during the first attempt. */
  lostAt: number | null
  /** When it is retried, in ms; null while no retry is scheduled, `never` once the server closed for good. */
  retryAt: number | 'never' | null
}

export const LiveContext = createContext<Live>({ state: 'LIVE', isLive: true, lostAt: null, retryAt: null })

export const useLive = (): Live => useContext(LiveContext)

/** For a query's `refetchInterval`: polls while OFFLINE, when no frames arrive. */
export const usePollWhileOffline = (everyMs: number): number | false => (useLive().isLive ? false : everyMs)

const JITTER_MS = 400
/** By then every service has processed the change that a frame announced. */
const SETTLE_DELAY_MS = 100
const scheduled = new WeakMap<QueryClient, Map<string, { timer: ReturnType<typeof setTimeout>; dueAt: number }>>()

/**
 * Refetches data that a frame made stale, if it is on screen.
 *
 * Bursts of frames are coalesced, and a random wait of up to half a second spreads the clients of a weekend. A longer
 * `waitMs` applies until a call with a shorter one.
 */
export const refetchSoon = (
  client: QueryClient,
  queryKey: readonly unknown[],
  waitMs = SETTLE_DELAY_MS + Math.random() * JITTER_MS,
): void => {
  const keys = scheduled.get(client) ?? new Map()
  scheduled.set(client, keys)
  const name = JSON.stringify(queryKey)
  const dueAt = Date.now() + waitMs
  const pending = keys.get(name)
  if (pending && pending.at <= dueAt + JITTER_MS) return
  clearTimeout(pending?.timer)
  const timer = setTimeout(() => {
    keys.delete(name)
    void client.invalidateQueries({ queryKey })
  }, waitMs)
  keys.set(name, { timer, at: dueAt })
}

/**
 * Runs `callback` after the request in flight, whose reply may be older than a frame just received; does nothing without
 * one.
 */
export const afterReply = (client: QueryClient, queryKey: readonly unknown[], callback: () => void): void => {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') query.fetch().then(callback, () => {})
}

/** For a query's `meta`: the data stays as read, another query brings later data. */
export const STAYS_AS_READ = { staysAsRead: true } as const

/** Refetches every query in flight once its reply has arrived: it may have been read before a missed change. */
export const invalidateAfterInFlight = (client: QueryClient): void => {
  const isUnsure = ({ meta }: Query) => meta !== STAYS_AS_READ
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isUnsure }))
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
}
