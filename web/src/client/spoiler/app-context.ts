import type { SpoilerClock } from './delay.ts'

/**
 * What the reads of an app depend on besides the server: those of the page in a browser (`client/api/page-context.ts`),
 * or of one render on a server.
 *
 * A render has a context and a query client of its own (`app/entry-server.tsx`), so that nothing of one fan is in
 * reach of another's.
 */
export type AppContext = SpoilerClock & {
  /** Takes the reply that the document brought for a path; each is used once. */
  takeReply(path: string): Response | undefined
}
