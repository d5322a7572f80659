import { OFFLINE_PAGES_CACHE } from '../lib/offline-pages.ts'
import type { DocumentInfo } from './page-document.ts'

/** A race weekend, in ms: older pages are useless. */
const MAX_AGE_MS = 3 * 86_400_000
/** The oldest are evicted first. */
const MAX_DOCUMENTS = 16
const MAX_LENGTH = 2_000_000
/** By then, in ms, everything in a document is older than the longest spoiler delay. */
const MAX_DELAY_MS = 125_000

/** Header that stores metadata of a cached document. */
const METADATA_HEADER = 'x-kept'
/** Headers of the transfer, which do not apply to the stored, decoded body or to another reader. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'vary', 'etag', 'set-cookie']

type Metadata = Pick<DocumentInfo, 'userId' | 'choices' | 'hasDelay' | 'build' | 'isComplete'> & { at: number }

/** A cached document with its original headers, whose policies still apply. */
export type Cached = Metadata & { html: string; headers: Headers }

const metadataOf = (reply: Response): Metadata =>
  JSON.parse(decodeURIComponent(reply.headers.get(METADATA_HEADER) ?? ''))
const open = () => caches.open(OFFLINE_PAGES_CACHE)

const isExpired = ({ at }: Metadata, now: number): boolean => now - at > MAX_AGE_MS
/** Whether the document may contain data that the fan's spoiler delay still holds back. */
const isDelayed = ({ at, hasDelay }: Metadata, now: number): boolean => hasDelay && now - at < MAX_DELAY_MS

const read = async (reply: Response): Promise<Cached> => {
  const headers = new Headers(reply.headers)
  headers.delete(METADATA_HEADER)
  return { ...metadataOf(reply), headers, html: await reply.text() }
}

const allMetadata = async (cache: Cache) =>
  Promise.all(
    (await cache.keys()).map(async (request) => {
      const reply = await cache.match(request)
      return { request, metadata: reply && metadataOf(reply) }
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
  return kept && !isExpired(kept, now) && !isDelayed(kept, now) ? kept : undefined
}

/** The newest cached document of any address that may be shown. */
export const newestCachedDocument = async (now: number): Promise<Cached | undefined> => {
  const cache = await open()
  const usable = (await allMetadata(cache)).filter(
    ({ metadata }) => metadata && !isExpired(metadata, now) && !isDelayed(metadata, now),
  )
  const [newest] = usable.toSorted((one, other) => (other.metadata?.at ?? 0) - (one.metadata?.at ?? 0))
  const reply = newest && (await cache.match(newest.request))
  return reply && read(reply)
}

/**
 * Caches a document and evicts what does not match it: of another person, theme or spoiler delay, of another build, too
 * old, or too many.
 */
export const cacheDocument = async (
  address: string,
  html: string,
  headers: Headers,
  metadata: Metadata,
): Promise<void> => {
  const cache = await open()
  const before = await allMetadata(cache)
  const isOther = (kept: Metadata | undefined) =>
    kept?.userId !== metadata.userId ||
    kept.choices !== metadata.choices ||
    kept.build !== metadata.build ||
    isExpired(kept, metadata.at)
  const remaining = before.filter(({ metadata: kept }) => !isOther(kept))
  for (const { request } of before.filter(({ metadata: kept }) => isOther(kept))) await cache.delete(request)
  // A document that lacks data, as under load, does not replace a complete one.
  const same = remaining.find(({ request: { url } }) => url === address)
  if (html.length > MAX_LENGTH || (same?.metadata?.isComplete && !metadata.isComplete)) return
  const kept = new Headers(headers)
  for (const name of TRANSFER_HEADERS) kept.delete(name)
  kept.set(METADATA_HEADER, encodeURIComponent(JSON.stringify(metadata)))
  await cache.delete(address)
  await cache.put(address, new Response(html, { headers: kept }))
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - MAX_DOCUMENTS)).map((request) => cache.delete(request)))
}

export const clearDocuments = async (): Promise<void> => void (await caches.delete(OFFLINE_PAGES_CACHE))
