import type { PrefetchedReply } from '../static/prefetch.ts'

/** Inputs that server and client rendering share. */
export type RenderedWith = {
  /** Now, in ms. */
  now: number
  /** Whether to render for the screen of a phone. */
  isPhone: boolean
}

/** A page to render: the argument of the web app's server entry (`web/src/app/entry-server.tsx`). */
export type RenderRequest = RenderedWith & {
  /** Path and query. */
  address: string
  /** Prefetched replies of the page. */
  replies: readonly PrefetchedReply[]
}

/** Messages of the worker: `ready` once, then one per page; without `html` if the app renders no HTML for it. */
export type WorkerMessage = 'ready' | { html?: string } | { error: string }
