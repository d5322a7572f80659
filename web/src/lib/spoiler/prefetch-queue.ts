import { remainingDelayMs } from './delay.ts'
import type { FetchContext } from './delayed-replies.ts'

/** A reply whose body was read, and when its data last changed, in ms. */
export type Kept = { text: string; status: number; headers: Headers; changed: number }

/** Least distance between stored replies to one path, in ms, so that 120 s of them stay few. */
const APART_MS = 2_000

type Replies = { kept: Kept[]; reading: Promise<void> | undefined; isStale: boolean }

/** By path: replies prefetched while an earlier one was delayed, oldest first. */
const ahead = new Map<string, Replies>()

/** Prefetches what is shown after the delayed reply; fetches once more if called while a fetch is in flight. */
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

/** Drops prefetched replies: a new request will be newer than all of them. */
export const clearPrefetchQueue = (path: string): void => {
  ahead.delete(path)
}

/**
 * The next prefetched reply: the newest that is old enough, else the first that will be; undefined where there is none.
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
