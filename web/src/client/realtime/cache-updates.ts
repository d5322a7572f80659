import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { isRequestedSince } from '../spoiler/delayed-replies.ts'

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

const mayBeStale = ({ meta }: Query): boolean => meta !== STAYS_AS_READ

/** Refetches every query in flight once its reply has arrived: it may have been read before a missed change. */
export const invalidateAfterInFlight = (client: QueryClient): void => {
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: mayBeStale }))
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
}

/**
 * Invalidates queries whose data is older than `since`, in ms, unless they were requested since then.
 *
 * Active queries are refetched at once, others when they are used.
 */
export const invalidateOlderThan = (
  client: QueryClient,
  since: number,
  includes: (queryKey: QueryKey) => boolean = () => true,
): void => {
  void client.invalidateQueries({
    predicate: (query) =>
      query.state.dataUpdatedAt < since &&
      mayBeStale(query) &&
      includes(query.queryKey) &&
      !isRequestedSince(query, since),
  })
}

/** Patches cached data with the part in a frame. Keeps the update time, as the rest is as old as before. */
export const patchPart = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data | undefined) => Data | undefined,
): void => {
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData<Data>(queryKey, patch, updatedAt === undefined ? {} : { updatedAt })
}
