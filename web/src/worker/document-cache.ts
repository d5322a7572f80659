import { OFFLINE_PAGES_CACHE } from '../lib/offline-pages.ts'
import type { DocumentInfo } from './page-document.ts'

/** A race weekend, in ms: older pages are useless. */
const OLDEST_MS = 3 * 86_400_000
/** The oldest are evicted first. */
const MAX = 16
const LONGEST = 2_000_000
/** By then, in ms, everything in a document is older than the longest spoiler delay. */
const DELAY_IS_OVER_MS = 125_000

/** Header that stores metadata of a cached document. */
const NOTE = 'x-kept'
/** Headers of the transfer, which do not apply to the stored, decoded body or to another reader. */
const OF_THE_WAY = ['content-encoding', 'content-length', 'transfer-encoding', 'vary', 'etag', 'set-cookie']

type Note = Pick<DocumentInfo, 'person' | 'choices' | 'hasDelay' | 'build' | 'isWhole'> & { at: number }

/** A cached document with its original headers, whose policies still apply. */
export type Cached = Note & { html: string; headers: Headers }

const noteOf = (reply: Response): Note => JSON.parse(decodeURIComponent(reply.headers.get(NOTE) ?? ''))
const open = () => caches.open(OFFLINE_PAGES_CACHE)

const isOver = ({ at }: Note, now: number): boolean => now - at > OLDEST_MS
/** Whether the document may contain data that the fan's spoiler delay still holds back. */
const isDelayed = ({ at, hasDelay }: Note, now: number): boolean => hasDelay && now - at < DELAY_IS_OVER_MS

const read = async (reply: Response): Promise<Cached> => {
  const headers = new Headers(reply.headers)
  headers.delete(NOTE)
  return { ...noteOf(reply), headers, html: await reply.text() }
}

const notes = async (cache: Cache) =>
  Promise.all(
    (await cache.keys()).map(async (request) => {
      const reply = await cache.match(request)
      return { request, note: reply && noteOf(reply) }
    }),
  )

/** The cached document of this address, whether or not it may be shown. */
export const anyCachedDocument = async (address: string): Promise<Cached | undefined> => {
  const reply = await (await open()).match(address)
  return reply && read(reply)
}

/** The cached document of this address, if it may be shown. */
export const cachedDocument = async (address: string, now: number): Promise<Cached | undefined> => {
  const kept = await anyCachedDocument(address)
  return kept && !isOver(kept, now) && !isDelayed(kept, now) ? kept : undefined
}

/** The newest cached document of any address that may be shown. */
export const newestCachedDocument = async (now: number): Promise<Cached | undefined> => {
  const cache = await open()
  const shown = (await notes(cache)).filter(({ note }) => note && !isOver(note, now) && !isDelayed(note, now))
  const [newest] = shown.toSorted((one, other) => (other.note?.at ?? 0) - (one.note?.at ?? 0))
  const reply = newest && (await cache.match(newest.request))
  return reply && read(reply)
}

/**
 * Caches a document and evicts what does not match it: of another person, theme or spoiler delay, of another build, too
 * old, or too many.
 */
export const cacheDocument = async (address: string, html: string, headers: Headers, note: Note): Promise<void> => {
  const cache = await open()
  const before = await notes(cache)
  const isOther = (kept: Note | undefined) =>
    kept?.person !== note.person || kept.choices !== note.choices || kept.build !== note.build || isOver(kept, note.at)
  const stay = before.filter(({ note: kept }) => !isOther(kept))
  for (const { request } of before.filter(({ note: kept }) => isOther(kept))) await cache.delete(request)
  // A document that lacks data, as under load, does not replace a complete one.
  const same = stay.find(({ request: { url } }) => url === address)
  if (html.length > LONGEST || (same?.note?.isWhole && !note.isWhole)) return
  const kept = new Headers(headers)
  for (const name of OF_THE_WAY) kept.delete(name)
  kept.set(NOTE, encodeURIComponent(JSON.stringify(note)))
  await cache.delete(address)
  await cache.put(address, new Response(html, { headers: kept }))
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - MAX)).map((request) => cache.delete(request)))
}

export const clearDocuments = async (): Promise<void> => void (await caches.delete(OFFLINE_PAGES_CACHE))
