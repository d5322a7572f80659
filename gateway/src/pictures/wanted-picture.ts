import type { FirstReply } from '../static/first-replies.ts'

/** What a page is drawn with. */
export type DrawnWith = {
  /** Now, in ms. */
  now: number
  /** For the screen of a phone. */
  isPhone: boolean
}

/** A page that is to be drawn, as the app's drawing takes it (`web/src/app/picture.tsx`). */
export type WantedPicture = DrawnWith & {
  /** Path and query. */
  address: string
  /** What its document brings. */
  replies: readonly FirstReply[]
}

/** What the thread says once it can draw, and of each page it was given; without a picture where the app draws none. */
export type DrawingAnswer = 'ready' | { html?: string } | { error: string }
