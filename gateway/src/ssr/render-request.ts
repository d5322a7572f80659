import type { PrefetchedReply } from '../static/prefetch.ts'

/** Inputs that server and client rendering share. */
export type RenderedWith = {
  /** Now, in ms. */
  now: number
  /** Whether to render for the screen of a phone. */
  isPhone: boolean
}

/** A page to render, as the web app's server entry takes it (`web/src/app/entry-server.tsx`). */
export type RenderRequest = RenderedWith & {
  /** Path and query. */
  address: string
  /** Prefetched replies of its document. */
  replies: readonly PrefetchedReply[]
}

/** Messages of the worker: `ready` once, then one per page; without `html` where the app renders none in advance. */
export type WorkerMessage = 'ready' | { html?: string } | { error: string }
