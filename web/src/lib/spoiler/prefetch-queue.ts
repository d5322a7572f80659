import { remainingDelayMs } from './delay.ts'
import type { FetchContext } from './delayed-replies.ts'

/** A reply that was read, and what it told changed last, in ms. */
export type Kept = { text: string; status: number; headers: Headers; changed: number }

/** Replies to one question need not be kept closer than that: 120 s of them stay few. */
const APART_MS = 2_000

type Replies = { kept: Kept[]; reading: Promise<void> | undefined; isStale: boolean }

/** By address: what was asked while a reply was held back, oldest first. */
const ahead = new Map<string, Replies>()

/** Asks now for what is to be shown once what waits has been shown; once more where that is asked while it is under way. */
export const prefetch = (path: string, read: () => Promise<Kept | undefined>): void => {
  const replies: Replies = ahead.get(path) ?? { kept: [], reading: undefined, isStale: false }
  ahead.set(path, replies)
  replies.isStale = true
  const readAll = async () => {
    while (replies.isStale) {
      replies.isStale = false
      const reply = await read().catch(() => undefined)
      if (!reply) continue
      const before = replies.kept.at(-2)
      if (before && reply.changed - before.changed < APART_MS) replies.kept.pop()
      replies.kept.push(reply)
    }
    replies.reading = undefined
  }
  replies.reading ??= readAll()
}

/** What is asked now is newer than all that was asked for ahead. */
export const clearPrefetchQueue = (path: string): void => {
  ahead.delete(path)
}

/**
 * The reply that comes next of those that were asked for ahead: the newest that is old enough, else the first that will be.
 * None where there are no more.
 */
export const takePrefetched = async (path: string, fetchContext: FetchContext): Promise<Kept | undefined> => {
  const replies = ahead.get(path)
  if (!replies) return undefined
  if (replies.kept.length === 0) await replies.reading
  const due = replies.kept.findLastIndex(({ changed }) => remainingDelayMs(changed) === 0)
  const [next] = replies.kept.splice(0, Math.max(due, 0) + 1).slice(-1)
  if (replies.kept.length > 0 || replies.reading) fetchContext.isAskedAgain = true
  else ahead.delete(path)
  return next
}
