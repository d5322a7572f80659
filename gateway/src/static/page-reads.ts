import { keyedCounter } from '@purple-sector/service-kit/scheduling/keyed-counter'
import type { ReadApi } from './prefetch.ts'

/** First reads that pages of one account may have under way at once: a browser that opens four pages together. */
export const MAX_READS_PER_ACCOUNT = 40

export type PageReads = {
  /** Whether a page of the account may begin with replies. Without them the app asks for itself. */
  hasRoom(account: string): boolean
  /** Counts what is asked for the account's pages, until it is answered. */
  countedFor(account: string, request: ReadApi): ReadApi
}

/**
 * Bounds what pages of one account have under way. A page is sent when its patience ends, not when its reads do: a client
 * that asks for pages on and on would otherwise pile up reads until services refuse others.
 */
export const createPageReads = (): PageReads => {
  const inFlight = keyedCounter()
  return {
    hasRoom: (account) => inFlight.count(account) < MAX_READS_PER_ACCOUNT,
    countedFor: (account, request) => async (path) => {
      inFlight.increment(account)
      try {
        return await request(path)
      } finally {
        inFlight.decrement(account)
      }
    },
  }
}
