import type { AskApi } from './first-replies.ts'

/** First reads that pages of one account may have under way at once: a browser that opens four pages together. */
export const MAX_READS_PER_ACCOUNT = 40

export type PageReads = {
  /** Whether a page of the account may begin with replies. Without them the app asks for itself. */
  hasRoom(account: string): boolean
  /** Counts what is asked for the account's pages, until it is answered. */
  countedFor(account: string, ask: AskApi): AskApi
}

/**
 * Bounds what pages of one account have under way. A page is sent when its patience ends, not when its reads do: a client
 * that asks for pages on and on would otherwise pile up reads until services refuse others.
 */
export const createPageReads = (): PageReads => {
  const underWay = new Map<string, number>()
  const add = (account: string, change: 1 | -1): void => {
    const count = (underWay.get(account) ?? 0) + change
    if (count > 0) underWay.set(account, count)
    else underWay.delete(account)
  }
  return {
    hasRoom: (account) => (underWay.get(account) ?? 0) < MAX_READS_PER_ACCOUNT,
    countedFor: (account, ask) => async (path) => {
      add(account, 1)
      try {
        return await ask(path)
      } finally {
        add(account, -1)
      }
    },
  }
}
