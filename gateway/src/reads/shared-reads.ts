import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { ServiceReply } from '../forwarding/read-from-service.ts'
import { unpooled } from './unpooled.ts'
import { etagOf, REVALIDATED } from './validators.ts'

/** An answer of a service as everybody gets it, or undefined where it had none (the caller is told why). */
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
  /** The same past the copy. */
  readUncached(path: string): Promise<CachedReply>
  drop(): void
}

const MAX_CACHED_BYTES = 2_000_000

type Options = {
  read(path: string): Promise<ServiceReply>
  /** How long a copy is good for, unless an event drops it. */
  ttlMs: number
  maxBytes: number
}

/**
 * Reads that are the same for everybody, or everybody signed in, such as weekends and heat maps: the gateway reads them once in a name
 * of its own, and answers all from those bytes.
 */
export const createSharedReads = ({ read, ttlMs, maxBytes }: Options): SharedReads => {
  const cached = ttlCache<string, CachedReply>({
    ...{ ttlMs, maxBytes, bytesOf: ({ body }) => body.length },
    storesOnSecondRequest: true,
  })
  const readUncached = async (path: string): Promise<CachedReply> => {
    const { status, cacheControl, body, ...described } = await read(path)
    if (status !== 200 || body.length > MAX_CACHED_BYTES) return undefined
    // A browser may ask whether its copy is still good. It need not of what never changes, such as a picture, nor for a
    // while of what the service lets anybody keep.
    const isTheirs = cacheControl.includes('immutable') || cacheControl.startsWith('public')
    const forBrowsers = isTheirs ? cacheControl : REVALIDATED
    return { ...described, body: unpooled(body), cacheControl: forBrowsers, etag: etagOf(body) }
  }
  return {
    peek: cached.peek,
    read: (path) => cached.get(path, () => readUncached(path)),
    readUncached,
    drop: () => cached.drop(),
  }
}
