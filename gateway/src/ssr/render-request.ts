import type { PrefetchedReply } from '../static/prefetch.ts'

/** What a page is drawn with. */
export type RenderedWith = {
  /** Now, in ms. */
  now: number
  /** For the screen of a phone. */
  isPhone: boolean
}

/** A page that is to be drawn, as the app's drawing takes it (`web/src/app/entry-server.tsx`). */
export type RenderRequest = RenderedWith & {
  /** Path and query. */
  address: string
  /** What its document brings. */
  replies: readonly PrefetchedReply[]
}

/** What the thread says once it can draw, and of each page it was given; without a picture where the app draws none. */
export type WorkerMessage = 'ready' | { html?: string } | { error: string }
