import type { Query, QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The realtime connection as screens see it. */
export type Live = {
  state: 'LIVE' | 'OFFLINE'
  isLive: boolean
  /** When the connection was lost, or first failed; null while it holds or is tried for the first time. */
  lostAt: number | null
  /** When it is tried again; null while nothing waits, `never` when the server has ended it for good. */
  retryAt: number | 'never' | null
}

export const LiveContext = createContext<Live>({ state: 'LIVE', isLive: true, lostAt: null, retryAt: null })

export const useLive = (): Live => useContext(LiveContext)

/** For a query's `refetchInterval`: while OFFLINE nobody tells what changes, so it is polled for. */
export const usePollWhileOffline = (everyMs: number): number | false => (useLive().isLive ? false : everyMs)

const SPREAD_MS = 400
/** Whoever else heard of it, the service we ask included, has taken it in by then. */
const SETTLE_DELAY_MS = 100
const waiting = new WeakMap<QueryClient, Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>>()

/**
 * Asks again for what a frame made stale, if it is on screen: once for a burst of frames, and after a random wait of up
 * to half a second, so that not every fan of a weekend asks at the same moment. Who has more time waits longer (`waitMs`),
 * until somebody has less.
 */
export const refetchSoon = (
  client: QueryClient,
  queryKey: readonly unknown[],
  waitMs = SETTLE_DELAY_MS + Math.random() * SPREAD_MS,
): void => {
  const keys = waiting.get(client) ?? new Map()
  waiting.set(client, keys)
  const name = JSON.stringify(queryKey)
  const at = Date.now() + waitMs
  const pending = keys.get(name)
  if (pending && pending.at <= at + SPREAD_MS) return
  clearTimeout(pending?.timer)
  const timer = setTimeout(() => {
    keys.delete(name)
    void client.invalidateQueries({ queryKey })
  }, waitMs)
  keys.set(name, { timer, at })
}

/** Runs after the reply that is under way, which may be older than what a frame has just told; else never. */
export const afterReply = (client: QueryClient, queryKey: readonly unknown[], then: () => void): void => {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') query.fetch().then(then, () => {})
}

/** For a query's `meta`: what was read stays as it is, and another query tells what has come since. */
export const STAYS_AS_READ = { staysAsRead: true } as const

/** What is under way may have been read before a change that nobody told us: it is asked again once it is here. */
export const invalidateAfterInFlight = (client: QueryClient): void => {
  const isUnsure = ({ meta }: Query) => meta !== STAYS_AS_READ
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isUnsure }))
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
}
