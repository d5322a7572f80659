import type { Query, QueryClient } from '@tanstack/react-query'
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

const JITTER_MS = 400
/** Time in ms after which every service has processed the change that a frame announced. */
const PROPAGATION_DELAY_MS = 100
type ScheduledRefetch = { timer: ReturnType<typeof setTimeout>; dueAt: number }
/** Refetches that `refetchSoon` has scheduled, by query key as JSON. */
const scheduledRefetches = new WeakMap<QueryClient, Map<string, ScheduledRefetch>>()

/**
 * Refetches data that a frame made stale, if it is on screen.
 *
 * Bursts of frames are coalesced, and a random wait of up to half a second spreads the clients of a weekend. A longer
 * `waitMs` applies until a call with a shorter one.
 */
export const refetchSoon = (
  client: QueryClient,
  queryKey: readonly unknown[],
  waitMs = PROPAGATION_DELAY_MS + Math.random() * JITTER_MS,
): void => {
  const keys = scheduledRefetches.get(client) ?? new Map<string, ScheduledRefetch>()
  scheduledRefetches.set(client, keys)
  const name = JSON.stringify(queryKey)
  const dueAt = Date.now() + waitMs
  const pending = keys.get(name)
  if (pending && pending.dueAt <= dueAt + JITTER_MS) return
  clearTimeout(pending?.timer)
  const timer = setTimeout(() => {
    keys.delete(name)
    void client.invalidateQueries({ queryKey })
  }, waitMs)
  keys.set(name, { timer, dueAt })
}

/**
 * Runs `callback` once the query's request in flight has been answered; does nothing if there is none. Its reply may be
 * older than a frame that was just received.
 */
export const afterReply = (client: QueryClient, queryKey: readonly unknown[], callback: () => void): void => {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') query.fetch().then(callback, () => {})
}

/** For a query's `meta`: its data stays as it was read, because another query fetches later data. */
export const STAYS_AS_READ = { staysAsRead: true } as const

/** Refetches every query in flight once its reply has arrived: it may have been read before a missed change. */
export const invalidateAfterInFlight = (client: QueryClient): void => {
  const mayBeStale = ({ meta }: Query) => meta !== STAYS_AS_READ
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: mayBeStale }))
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
}
