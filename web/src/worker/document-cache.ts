import { PAGE_HEADER_VERSION, type PageHeader } from '@purple-sector/contracts/page-document'
import { OFFLINE_PAGES_CACHE } from '../client/browser/offline-pages.ts'

/** A race weekend, in ms: older pages are useless. */
const OFFLINE_PAGE_TTL_MS = 3 * 86_400_000
/** The oldest are evicted first. */
const MAX_DOCUMENTS = 16
const MAX_LENGTH = 2_000_000
/** By then, in ms, everything in a document is older than the longest spoiler delay. */
const MAX_DELAY_MS = 125_000

/** Header that stores metadata of a cached document. */
const METADATA_HEADER = 'x-kept'
/** Headers of the transfer, which do not apply to the stored, decoded body or to another reader. */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'vary', 'etag', 'set-cookie']

type Metadata = Omit<PageHeader, 'files'> & { at: number }

/** A cached document with its original headers, whose policies still apply. */
export type Cached = Metadata & { html: string; headers: Headers }

/** The metadata of a cached document; undefined if it has another format. */
const metadataOf = (reply: Response): Metadata | undefined => {
  const metadata: Metadata = JSON.parse(decodeURIComponent(reply.headers.get(METADATA_HEADER) ?? '{}'))
  return metadata.version === PAGE_HEADER_VERSION ? metadata : undefined
}
const openCache = () => caches.open(OFFLINE_PAGES_CACHE)

const isExpired = ({ at: cachedAt }: Metadata, now: number): boolean => now - cachedAt > OFFLINE_PAGE_TTL_MS
/** Whether the document may contain data that the fan's spoiler delay still holds back. */
const isDelayed = ({ at: cachedAt, hasDelay }: Metadata, now: number): boolean =>
  hasDelay && now - cachedAt < MAX_DELAY_MS

const readCached = async (reply: Response): Promise<Cached | undefined> => {
  const metadata = metadataOf(reply)
  const headers = new Headers(reply.headers)
  headers.delete(METADATA_HEADER)
  return metadata && { ...metadata, headers, html: await reply.text() }
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
  const reply = await (await openCache()).match(address)
  return reply && readCached(reply)
}

/** The cached document of this address, if it may be shown. */
export const cachedDocument = async (address: string, now: number): Promise<Cached | undefined> => {
  const cached = await anyCachedDocument(address)
  return cached && !isExpired(cached, now) && !isDelayed(cached, now) ? cached : undefined
}

/** The newest cached document of any address that may be shown. */
export const newestCachedDocument = async (now: number): Promise<Cached | undefined> => {
  const cache = await openCache()
  const usable = (await allMetadata(cache)).filter(
    ({ metadata }) => metadata && !isExpired(metadata, now) && !isDelayed(metadata, now),
  )
  const [newest] = usable.toSorted((a, b) => (b.metadata?.at ?? 0) - (a.metadata?.at ?? 0))
  const reply = newest && (await cache.match(newest.request))
  return reply && readCached(reply)
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
  const cache = await openCache()
  const entries = await allMetadata(cache)
  const isOther = (other: Metadata | undefined) =>
    other?.userId !== metadata.userId ||
    other.choices !== metadata.choices ||
    other.build !== metadata.build ||
    isExpired(other, metadata.at)
  const remaining = entries.filter((entry) => !isOther(entry.metadata))
  for (const { request } of entries.filter((entry) => isOther(entry.metadata))) await cache.delete(request)
  // A document that lacks data, as under load, does not replace a complete one.
  const same = remaining.find(({ request: { url } }) => url === address)
  if (html.length > MAX_LENGTH || (same?.metadata?.isComplete && !metadata.isComplete)) return
  const storedHeaders = new Headers(headers)
  for (const name of TRANSFER_HEADERS) storedHeaders.delete(name)
  storedHeaders.set(METADATA_HEADER, encodeURIComponent(JSON.stringify(metadata)))
  await cache.delete(address)
  await cache.put(address, new Response(html, { headers: storedHeaders }))
  const requests = await cache.keys()
  await Promise.all(
    requests.slice(0, Math.max(0, requests.length - MAX_DOCUMENTS)).map((request) => cache.delete(request)),
  )
}

export const clearDocuments = async (): Promise<void> => void (await caches.delete(OFFLINE_PAGES_CACHE))
