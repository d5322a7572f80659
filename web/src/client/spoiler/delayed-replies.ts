import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { browserState } from '../../ui/base/browser-state.ts'
import { onServerTime } from '../time/server-clock.ts'
import type { AppContext } from './app-context.ts'
import { delayMs, elapsedMs, onDelay, PAGE_CLOCK, remainingDelayMs } from './delay.ts'

/** One fetch of a query. Its reply may have arrived, delayed until its racing data is old enough. */
export type FetchContext = {
  query: Query
  app: AppContext
  /** Continues with replies that were prefetched while an earlier reply was delayed. */
  continuesPrefetched: boolean
  /** When it was requested, in ms of our clock. */
  requestedAt: number
  changedAt?: number
  mustRefetch: boolean
  /** Prefetches at once the reply that follows the delayed one. */
  prefetch?(): void
}

const delayed = browserState(() => new Map<Query, FetchContext>())
const continuing = new WeakSet<Query>()
const newest = new WeakMap<Query, FetchContext>()
const listeners = browserState(() => new Set<() => void>())

const notifyListeners = (): void => {
  for (const listener of listeners()) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners().add(listener)
  return () => listeners().delete(listener)
}

let fetchContext: FetchContext | undefined
/** Fetches by their abort signal: a query function that waits before it fetches passes it on. */
const bySignal = new WeakMap<AbortSignal, FetchContext>()

/**
 * The fetch on whose behalf a request is sent: that of the signal, else the one whose query function is running.
 *
 * A query function that waits before it fetches must therefore pass its signal.
 */
export const fetchContextOf = (signal: AbortSignal | undefined): FetchContext | undefined =>
  (signal && bySignal.get(signal)) ?? fetchContext

type WithSignal = { readonly signal: AbortSignal }

/** The same context; reading its signal registers the fetch under it. */
const withTrackedSignal = <Context extends WithSignal>(context: Context, tracked: FetchContext): Context =>
  Object.create(context, {
    signal: {
      enumerable: true,
      get: (): AbortSignal => {
        bySignal.set(context.signal, tracked)
        return context.signal
      },
    },
  })

/** Whether the query has a reply that is delayed. */
export const isDelayed = (query: Query): boolean => delayed().has(query)

/**
 * Whether the request in flight was sent at or after `since`, in ms of our clock: its reply includes every change up to
 * that time.
 */
export const isRequestedSince = (query: Query, since: number): boolean => {
  const inFlight = query.state.fetchStatus === 'fetching' ? newest.get(query) : undefined
  return inFlight !== undefined && !inFlight.continuesPrefetched && inFlight.requestedAt >= since
}

/** Prefetches a change that came while a reply is delayed, so that it is shown in its own time, after that reply. */
export const scheduleRefetch = (query: Query): void => {
  const reply = delayed().get(query)
  if (!reply) return
  reply.mustRefetch = true
  reply.prefetch?.()
}

/** Runs the query function, and refetches if its reply was outdated while it was delayed. */
export const fetchWithDelay = async <Data, Context extends WithSignal>(
  query: Query,
  context: Context,
  queryFn: (context: Context) => Data | Promise<Data>,
  { app, refetch }: { app: AppContext; refetch(): void },
): Promise<Data> => {
  const before = fetchContext
  const current: FetchContext = {
    query,
    app,
    continuesPrefetched: continuing.delete(query),
    requestedAt: Date.now(),
    mustRefetch: false,
  }
  newest.set(query, current)
  fetchContext = current
  let reply: Data | Promise<Data>
  try {
    reply = queryFn(withTrackedSignal(context, current))
  } finally {
    fetchContext = before
  }
  try {
    return await reply
  } finally {
    if (delayed().get(query) === current) {
      delayed().delete(query)
      notifyListeners()
    }
    if (current.mustRefetch && newest.get(query) === current)
      setTimeout(() => {
        if (query.isActive()) continuing.add(query)
        refetch()
      })
  }
}

/**
 * Waits until what happened at `changedAt` is as old as the delay, whatever changes meanwhile; rejects when the query
 * is cancelled.
 */
export const waitForSpoilerDelay = (changedAt: number, context?: FetchContext, signal?: AbortSignal): Promise<void> => {
  const clock = context?.app ?? PAGE_CLOCK
  const receivedAt = elapsedMs()
  if (remainingDelayMs(changedAt, receivedAt, clock) === 0) return Promise.resolve()
  if (context) {
    context.changedAt = Math.min(changedAt, clock.now())
    delayed().set(context.query, context)
    notifyListeners()
  }
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      for (const stop of stops) stop()
    }
    const abort = (): void => {
      end()
      reject(signal?.reason)
    }
    const check = (): void => {
      clearTimeout(timer)
      const remainingMs = remainingDelayMs(changedAt, receivedAt, clock)
      if (remainingMs > 0) {
        timer = setTimeout(check, remainingMs)
        return
      }
      end()
      resolve()
    }
    const stops = [onDelay(check), onServerTime(check)]
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    else check()
  })
}

/**
 * Until when the first reply to something on screen is delayed, in ms of the server's clock; null while none is. Data
 * that is on screen already needs no notice.
 */
export const useFirstRepliesDelayed = (): number | null => {
  const cache = useQueryClient().getQueryCache()
  const follow = useCallback((listener: () => void) => {
    const stops = [subscribe(listener), onDelay(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const until = () => {
    const dues = [...delayed().values()].flatMap(({ query, changedAt }) =>
      changedAt !== undefined && query.state.data === undefined && query.isActive() && cache.find(query) === query
        ? [changedAt + delayMs()]
        : [],
    )
    return dues.length === 0 ? null : Math.max(...dues)
  }
  // Pages are not server-rendered for a fan with a delay.
  return useSyncExternalStore(follow, until, () => null)
}

/**
 * Resolves when all of these are done or only wait for the spoiler delay, so that a mutation does not wait for that.
 */
export const waitUntilDoneOrDelayed = (work: Promise<unknown>, isFetching: () => readonly Query[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (isFetching().every(isDelayed)) resolve()
    }
    const stop = subscribe(check)
    work.then(() => resolve(), reject).finally(stop)
  })
