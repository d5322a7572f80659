import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { ServiceReply } from '../forwarding/read-from-service.ts'
import { unpooled } from './unpooled.ts'
import { etagOf, REVALIDATED } from './validators.ts'

/** A service's reply, the same for all callers; undefined if it was no success, and the service itself has to reply. */
export type CachedReply =
  | {
      body: Buffer
      contentType: string
      contentDisposition?: string
      lastChanged?: string
      cacheControl: string
      etag: string
    }
  | undefined

export type SharedReads = {
  peek(path: string): CachedReply
  /** Rejects if the service does not reply. */
  read(path: string): Promise<CachedReply>
  /** The same without the cache. */
  readUncached(path: string): Promise<CachedReply>
  invalidate(): void
}

const MAX_CACHED_BYTES = 2_000_000

type Options = {
  /** Name of the cache in metrics; without it reads are not counted. */
  name?: string
  read(path: string): Promise<ServiceReply>
  /** TTL of a cached reply, unless an event invalidates it earlier. */
  ttlMs: number
  maxBytes: number
}

/**
 * Reads that are the same for every caller, such as weekends and heat maps.
 * The gateway reads them once as its service principal, and sends the same bytes to all callers.
 */
export const createSharedReads = ({ name, read, ttlMs, maxBytes }: Options): SharedReads => {
  const cached = ttlCache<string, CachedReply>({
    ...{ name, ttlMs, maxBytes, bytesOf: ({ body }) => body.length },
    storesOnSecondRequest: true,
  })
  const readUncached = async (path: string): Promise<CachedReply> => {
    const { status, cacheControl, body, ...metadata } = await read(path)
    if (status !== 200 || body.length > MAX_CACHED_BYTES) return undefined
    // Browsers revalidate their copies, except of immutable replies, such as images, and of replies that the service
    // declares public.
    const keepsCacheControl = cacheControl.includes('immutable') || cacheControl.startsWith('public')
    const browserCacheControl = keepsCacheControl ? cacheControl : REVALIDATED
    return { ...metadata, body: unpooled(body), cacheControl: browserCacheControl, etag: etagOf(body) }
  }
  return {
    peek: cached.peek,
    read: (path) => cached.get(path, () => readUncached(path)),
    readUncached,
    invalidate: () => cached.invalidate(),
  }
}
