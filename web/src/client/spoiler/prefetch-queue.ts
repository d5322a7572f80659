import { browserState } from '../../ui/base/browser-state.ts'
import { remainingDelayMs } from './delay.ts'
import type { FetchContext } from './delayed-replies.ts'

/** A reply whose body was read, and when its data last changed, in ms. */
export type StoredReply = { text: string; status: number; headers: Headers; changedAt: number }

/** Least distance between stored replies to one path, in ms, so that 120 s of them stay few. */
const MIN_GAP_MS = 2_000

type Queue = { stored: StoredReply[]; inFlight: Promise<void> | undefined; isStale: boolean }

/** By path: replies prefetched while an earlier one was delayed, oldest first. */
const queues = browserState(() => new Map<string, Queue>())

/** Prefetches the reply that follows the delayed one; fetches once more if called while a fetch is in flight. */
export const prefetch = (path: string, fetchReply: () => Promise<StoredReply | undefined>): void => {
  const replies: Queue = queues().get(path) ?? { stored: [], inFlight: undefined, isStale: false }
  queues().set(path, replies)
  replies.isStale = true
  const readAll = async () => {
    while (replies.isStale) {
      replies.isStale = false
      const reply = await fetchReply().catch(() => undefined)
      if (!reply) continue
      const previous = replies.stored.at(-2)
      if (previous && reply.changedAt - previous.changedAt < MIN_GAP_MS) replies.stored.pop()
      replies.stored.push(reply)
    }
    replies.inFlight = undefined
  }
  replies.inFlight ??= readAll()
}

/** Discards prefetched replies: a new request will be newer than all of them. */
export const clearPrefetchQueue = (path: string): void => {
  queues().delete(path)
}

/**
 * The next prefetched reply: the newest that is old enough, else the first that will be; undefined where there is none.
 */
export const takePrefetched = async (path: string, fetchContext: FetchContext): Promise<StoredReply | undefined> => {
  const replies = queues().get(path)
  if (!replies) return undefined
  if (replies.stored.length === 0) await replies.inFlight
  const due = replies.stored.findLastIndex(({ changedAt }) => remainingDelayMs(changedAt) === 0)
  const [next] = replies.stored.splice(0, Math.max(due, 0) + 1).slice(-1)
  if (replies.stored.length > 0 || replies.inFlight) fetchContext.mustRefetch = true
  else queues().delete(path)
  return next
}
