import { PAGE_CLOCK, type SpoilerClock } from '../spoiler/delay.ts'
import { takePrefetchedReply } from './prefetched-replies.ts'

/**
 * What the reads of an app depend on besides the server: those of the page in a browser, or of one render on a server.
 *
 * A render has a context and a query client of its own (`app/entry-server.tsx`), so that nothing of one fan is in
 * reach of another's.
 */
export type AppContext = SpoilerClock & {
  /** Takes the reply that the document brought for a path; each is used once. */
  takeReply(path: string): Response | undefined
}

/** The context of the page in this browser. */
export const pageContext: AppContext = { ...PAGE_CLOCK, takeReply: takePrefetchedReply }
