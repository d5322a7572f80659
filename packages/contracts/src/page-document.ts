/** A reply of the API in a document, with the headers that the web app reads. */
export type PrefetchedReply = { path: string; status: number; headers: Record<string, string>; body: string }

/** The inputs of a render besides its replies: now, in ms, and whether the screen is a phone's. */
export type RenderedWith = { now: number; isPhone: boolean }

/** A page to render: the argument of the web app's server entry (`web/src/app/entry-server.tsx`). */
export type RenderRequest = RenderedWith & {
  /** Path and query. */
  address: string
  /** The replies in the page's document; the renderer reads nothing else. */
  replies: readonly PrefetchedReply[]
}

/** Version of the header's format below; the offline worker ignores a header of any other. */
export const PAGE_HEADER_VERSION = 2

/** Opening tag of the block in a document that contains its header as JSON. */
const PAGE_HEADER_START = '<script type="application/json" id="page-header">'
const PAGE_HEADER_END = '</script>'

/** The part of the header that the build writes into the template of all documents. */
export type TemplateHeader = {
  version: number
  /** Address of the first script of the build. */
  build: string
  /** Addresses of the files that the document needs to be shown. */
  files: readonly string[]
}

/** What a document says about itself, for the offline worker. */
export type PageHeader = TemplateHeader & {
  /** The id of the document's user; null for a visitor. */
  userId: string | null
  /** The user's choices that affect how a page looks and what may be shown when. */
  choices: string
  /** Whether the user has a spoiler delay. */
  hasDelay: boolean
  /** Whether the document brings all data that its page shows first. */
  isComplete: boolean
}

/** Writes a header as a block of HTML. Escapes `<`, which occurs in strings only. */
export const pageHeaderBlock = (header: TemplateHeader): string =>
  PAGE_HEADER_START + JSON.stringify(header).replaceAll('<', '\\u003c') + PAGE_HEADER_END

/** Finds the header's block in a document: its JSON, and where it starts and ends; undefined if there is none. */
export const findPageHeader = (html: string): { json: string; start: number; end: number } | undefined => {
  const start = html.indexOf(PAGE_HEADER_START)
  const end = html.indexOf(PAGE_HEADER_END, start)
  if (start < 0 || end < 0) return undefined
  return { json: html.slice(start + PAGE_HEADER_START.length, end), start, end: end + PAGE_HEADER_END.length }
}
