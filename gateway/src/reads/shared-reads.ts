import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { ServiceReply } from '../forwarding/read-from-service.ts'
import { unpooled } from './unpooled.ts'
import { etagOf, REVALIDATED } from './validators.ts'

/** A service's reply as every caller gets it, or undefined where it had none (the caller gets the reason). */
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
  /** Rejects when the service does not answer. */
  read(path: string): Promise<CachedReply>
  /** The same past the cache. */
  readUncached(path: string): Promise<CachedReply>
  drop(): void
}

const MAX_CACHED_BYTES = 2_000_000

type Options = {
  read(path: string): Promise<ServiceReply>
  /** TTL of a cached reply, unless an event drops it. */
  ttlMs: number
  maxBytes: number
}

/**
 * Reads that are the same for every caller, such as weekends and heat maps.
 * The gateway reads them once by its service principal, and answers everyone from those bytes.
 */
export const createSharedReads = ({ read, ttlMs, maxBytes }: Options): SharedReads => {
  const cached = ttlCache<string, CachedReply>({
    ...{ ttlMs, maxBytes, bytesOf: ({ body }) => body.length },
    storesOnSecondRequest: true,
  })
  const readUncached = async (path: string): Promise<CachedReply> => {
    const { status, cacheControl, body, ...described } = await read(path)
    if (status !== 200 || body.length > MAX_CACHED_BYTES) return undefined
    // A browser revalidates its copy, except of immutable content such as an image and of what the service declares
    // public.
    const isTheirs = cacheControl.includes('immutable') || cacheControl.startsWith('public')
    const forBrowsers = isTheirs ? cacheControl : REVALIDATED
    return { ...described, body: unpooled(body), cacheControl: forBrowsers, etag: etagOf(body) }
  }
  return {
    peek: cached.peek,
    read: (path) => cached.get(path, () => readUncached(path)),
    readUncached,
    drop: () => cached.invalidate(),
  }
}
