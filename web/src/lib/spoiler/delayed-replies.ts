import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { onServerTime, serverNow } from '../server-clock.ts'
import { delayMs, elapsedMs, onDelay, remainingDelayMs } from './delay.ts'

/** One fetch of a query. Its reply may be here, delayed until its racing data is old enough. */
export type FetchContext = {
  query: Query
  /** Continues with replies that were prefetched while an earlier reply was delayed. */
  goesOn: boolean
  /** When it was requested, in ms of our clock. */
  askedAt: number
  changedAt?: number
  isAskedAgain: boolean
  /** Fetches at once what is shown after the delayed reply. */
  prefetch?(): void
}

const held = new Map<Query, FetchContext>()
const goingOn = new WeakSet<Query>()
const newest = new WeakMap<Query, FetchContext>()
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
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
const knownBySignal = <Context extends WithSignal>(context: Context, mine: FetchContext): Context =>
  Object.create(context, {
    signal: {
      enumerable: true,
      get: (): AbortSignal => {
        bySignal.set(context.signal, mine)
        return context.signal
      },
    },
  })

/** Whether the query has a reply that is delayed. */
export const isDelayed = (query: Query): boolean => held.has(query)

/**
 * Whether the request in flight was sent since then, in ms of our clock: its reply includes what there was by that
 * time.
 */
export const isRequestedSince = (query: Query, since: number): boolean => {
  const mine = query.state.fetchStatus === 'fetching' ? newest.get(query) : undefined
  return mine !== undefined && !mine.goesOn && mine.askedAt >= since
}

/** Prefetches a change that came while a reply is delayed, so that it is shown in its own time, after that reply. */
export const scheduleRefetch = (query: Query): void => {
  const reply = held.get(query)
  if (!reply) return
  reply.isAskedAgain = true
  reply.prefetch?.()
}

/** Runs the query function, and refetches where its reply was outdated while it was delayed. */
export const fetchWithDelay = async <Data, Context extends WithSignal>(
  query: Query,
  context: Context,
  ask: (context: Context) => Data | Promise<Data>,
  again: () => void,
): Promise<Data> => {
  const before = fetchContext
  const mine: FetchContext = { query, goesOn: goingOn.delete(query), askedAt: Date.now(), isAskedAgain: false }
  newest.set(query, mine)
  fetchContext = mine
  let reply: Data | Promise<Data>
  try {
    reply = ask(knownBySignal(context, mine))
  } finally {
    fetchContext = before
  }
  try {
    return await reply
  } finally {
    if (held.get(query) === mine) {
      held.delete(query)
      tell()
    }
    if (mine.isAskedAgain && newest.get(query) === mine)
      setTimeout(() => {
        if (query.isActive()) goingOn.add(query)
        again()
      })
  }
}

/**
 * Waits until what happened at `changedAt` is as old as the delay, whatever changes meanwhile; rejects when the query
 * is cancelled.
 */
export const waitForSpoilerDelay = (changedAt: number, mine?: FetchContext, signal?: AbortSignal): Promise<void> => {
  if (remainingDelayMs(changedAt) === 0) return Promise.resolve()
  const cameAt = elapsedMs()
  if (mine) {
    mine.changedAt = Math.min(changedAt, serverNow())
    held.set(mine.query, mine)
    tell()
  }
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', give)
      for (const stop of stops) stop()
    }
    const give = (): void => {
      end()
      reject(signal?.reason)
    }
    const look = (): void => {
      clearTimeout(timer)
      const left = remainingDelayMs(changedAt, cameAt)
      if (left > 0) {
        timer = setTimeout(look, left)
        return
      }
      end()
      resolve()
    }
    const stops = [onDelay(look), onServerTime(look)]
    signal?.addEventListener('abort', give)
    if (signal?.aborted) give()
    else look()
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
    const dues = [...held.values()].flatMap(({ query, changedAt }) =>
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
export const waitUntilDoneOrDelayed = (done: Promise<unknown>, isFetching: () => readonly Query[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (isFetching().every(isDelayed)) resolve()
    }
    const stop = subscribe(look)
    done.then(() => resolve(), reject).finally(stop)
  })
