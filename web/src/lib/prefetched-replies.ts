/** As long as that what came with the document is as good as a reply: what changed since is told (`UNSURE_MS` in `app/live.tsx`). */
const GOOD_FOR_MS = 8_000

/** A reply as it comes with a document. */
export type PrefetchedReply = { path: string; status: number; headers: Record<string, string>; body: string }

/** The replies that came with the document (`gateway/src/static/written-page.ts`). */
const inDocument = (): PrefetchedReply[] =>
  [...document.querySelectorAll<HTMLElement>('script[data-query]')].map((block) => {
    const told: Omit<PrefetchedReply, 'body'> = JSON.parse(block.dataset.query ?? '')
    return { ...told, body: block.textContent ?? '' }
  })

/** By address; each is taken once. */
let replies = new Map<string, PrefetchedReply>()
let goodUntil = GOOD_FOR_MS

const isGood = (): boolean => performance.now() <= goodUntil

/** Keeps replies for who asks for them before so many ms of the process or the page, and none of those before them. */
export const storePrefetched = (kept: readonly PrefetchedReply[], until = GOOD_FOR_MS): void => {
  replies = new Map(kept.map((reply) => [reply.path, reply]))
  goodUntil = until
}

/** Whether the document came so long ago that its replies are not as good as new ones. */
export const isDocumentOld = (): boolean => performance.now() > GOOD_FOR_MS

/**
 * Reads what the document brought, before anything is asked; says whether there is any that is still good: `until` it is
 * told that it is no longer, for a page that was drawn with it.
 */
export const readPrefetched = (until?: number): boolean => {
  storePrefetched(inDocument(), until)
  return replies.size > 0 && isGood()
}

/** The reply that came with the document to this question, if it is still good. */
export const takePrefetchedReply = (path: string): Response | undefined => {
  const reply = isGood() ? replies.get(path) : undefined
  replies.delete(path)
  return reply && new Response(reply.body, { status: reply.status, headers: reply.headers })
}

/** Something was written, or is told from now on: what is asked from here on is newer than the document. */
export const clearPrefetched = (): void => {
  replies = new Map()
}
