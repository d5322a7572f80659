import { keyedCounter } from '@purple-sector/service-kit/scheduling/keyed-counter'
import type { ReadApi } from './prefetch.ts'

/** Prefetch reads that the pages of one account may have in flight at once: enough for four pages opened together. */
export const MAX_READS_PER_ACCOUNT = 40

export type PageReads = {
  /** Whether a page of the account may prefetch. If not, the client fetches everything. */
  hasRoom(account: string): boolean
  /** Wraps `request` so that reads in flight count for the account. */
  countReads(account: string, request: ReadApi): ReadApi
}

/**
 * Limits the prefetch reads in flight of each account.
 * A page is sent when its timeout ends, not when its reads do: a client that keeps requesting pages would otherwise
 * pile up reads until services reject others.
 */
export const createPageReads = (): PageReads => {
  const inFlight = keyedCounter()
  return {
    hasRoom: (account) => inFlight.count(account) < MAX_READS_PER_ACCOUNT,
    countReads: (account, request) => async (path) => {
      inFlight.increment(account)
      try {
        return await request(path)
      } finally {
        inFlight.decrement(account)
      }
    },
  }
}
