import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { onServerTime, serverNow } from '../server-clock.ts'
import { delayMs, elapsedMs, onDelay, remainingDelayMs } from './delay.ts'

/** One question of a query. Its reply may be here, and wait until what it tells of racing is old enough. */
export type FetchContext = {
  query: Query
  /** It goes on with what was asked ahead while a reply of the query was held back. */
  goesOn: boolean
  /** When it was asked, in ms of our clock. */
  askedAt: number
  changedAt?: number
  isAskedAgain: boolean
  /** Asks at once for what is shown after the reply that waits. */
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
/** Questions by the signal that ends them: a function that waits before it fetches passes it on. */
const bySignal = new WeakMap<AbortSignal, FetchContext>()

/**
 * The question for which something is fetched: that of the signal that the query's function passes on, else the one whose
 * function runs at this moment. A function that waits before it fetches must therefore pass its signal.
 */
export const fetchContextOf = (signal: AbortSignal | undefined): FetchContext | undefined =>
  (signal && bySignal.get(signal)) ?? fetchContext

type WithSignal = { readonly signal: AbortSignal }

/** The same context, of which the signal is known as that of a question once the query's function has looked at it. */
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

/** Whether the query has its reply, which waits. */
export const isDelayed = (query: Query): boolean => held.has(query)

/** Whether the reply that is under way was asked for since then, in ms of our clock: it tells what there was by that time. */
export const isRequestedSince = (query: Query, since: number): boolean => {
  const mine = query.state.fetchStatus === 'fetching' ? newest.get(query) : undefined
  return mine !== undefined && !mine.goesOn && mine.askedAt >= since
}

/**
 * What a held reply tells has changed meanwhile: that is asked for now, so that it is shown in its own time, which comes
 * after that of the reply.
 */
export const scheduleRefetch = (query: Query): void => {
  const reply = held.get(query)
  if (!reply) return
  reply.isAskedAgain = true
  reply.prefetch?.()
}

/** Runs the function of a query, and asks once more where its reply was overtaken while it was held back. */
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
 * Waits until what happened at `changedAt` is as old as the delay, whatever becomes of that meanwhile; rejects where nobody
 * waits any more.
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
 * By when the first reply to something on screen is held back, in ms of the server's clock; null while none is. What is on
 * screen already stays, and needs no word.
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
  // Nothing is drawn in advance for who has a delay.
  return useSyncExternalStore(follow, until, () => null)
}

/** Settles when all of these are done, or wait for nothing but the delay: whoever changed something is not kept for that. */
export const waitUntilDoneOrDelayed = (done: Promise<unknown>, isFetching: () => readonly Query[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (isFetching().every(isDelayed)) resolve()
    }
    const stop = subscribe(look)
    done.then(() => resolve(), reject).finally(stop)
  })
