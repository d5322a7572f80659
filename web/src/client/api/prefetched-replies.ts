import type { PrefetchedReply } from '@purple-sector/contracts/page-document'
import { browserState } from '../../ui/base/browser-state.ts'

/**
 * How long a prefetched reply is as good as a new one, in ms: later changes arrive as frames (`MAX_REPLY_LAG_MS` in
 * `app/realtime/realtime-provider.tsx`).
 */
const MAX_AGE_MS = 8_000

/** Reads the document's replies (`gateway/src/static/write-page.ts`). */
const inDocument = (): PrefetchedReply[] =>
  [...document.querySelectorAll<HTMLElement>('script[data-query]')].map((block) => {
    const head: Omit<PrefetchedReply, 'body'> = JSON.parse(block.dataset.query ?? '')
    return { ...head, body: block.textContent ?? '' }
  })

export const repliesByPath = (prefetched: readonly PrefetchedReply[]): Map<string, PrefetchedReply> =>
  new Map(prefetched.map((reply) => [reply.path, reply]))

/** Takes the reply of a path, and removes it: each is used once. */
export const takeReplyOf = (replies: Map<string, PrefetchedReply>, path: string): Response | undefined => {
  const reply = replies.get(path)
  replies.delete(path)
  return reply && new Response(reply.body, { status: reply.status, headers: reply.headers })
}

/** Those of this page, and until when they are valid, in ms since it was requested. */
const page = browserState(() => ({ replies: new Map<string, PrefetchedReply>(), validUntil: MAX_AGE_MS }))

const isValid = (): boolean => performance.now() <= page().validUntil

/** Whether the document is too old for its replies to be used as new ones. */
export const isDocumentOld = (): boolean => performance.now() > MAX_AGE_MS

/**
 * Reads the document's replies before the first request. Returns whether any are still valid.
 *
 * `until` extends their validity, for a page that was rendered with them.
 */
export const readPrefetched = (until = MAX_AGE_MS): boolean => {
  page().replies = repliesByPath(inDocument())
  page().validUntil = until
  return page().replies.size > 0 && isValid()
}

/** The prefetched reply of this path, if it is still valid; removes it. */
export const takePrefetchedReply = (path: string): Response | undefined => {
  const reply = takeReplyOf(page().replies, path)
  return isValid() ? reply : undefined
}

/** Discards all prefetched replies: after a write, or once frames arrive, a new reply is newer. */
export const clearPrefetched = (): void => {
  page().replies = new Map()
}
