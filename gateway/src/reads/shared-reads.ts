import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { Got } from '../forwarding/read-from.ts'
import { unpooled } from './unpooled.ts'
import { etagOf, REVALIDATED } from './validators.ts'

/** An answer of a service as everybody gets it, or undefined where it had none (the caller is told why). */
export type KeptReply =
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
  peek(path: string): KeptReply
  /** Rejects when the service does not answer. */
  read(path: string): Promise<KeptReply>
  /** The same past the copy. */
  readUncached(path: string): Promise<KeptReply>
  drop(): void
}

const MAX_KEPT = 2_000_000

type Options = {
  read(path: string): Promise<Got>
  /** How long a copy is good for, unless an event drops it. */
  ttlMs: number
  maxBytes: number
}

/**
 * Reads that are the same for everybody, or everybody signed in, such as weekends and heat maps: the gateway reads them once in a name
 * of its own, and answers all from those bytes.
 */
export const createSharedReads = ({ read, ttlMs, maxBytes }: Options): SharedReads => {
  const kept = ttlCache<string, KeptReply>({
    ...{ ttlMs, maxBytes, bytesOf: ({ body }) => body.length },
    storesOnSecondRequest: true,
  })
  const readUncached = async (path: string): Promise<KeptReply> => {
    const { status, cacheControl, body, ...described } = await read(path)
    if (status !== 200 || body.length > MAX_KEPT) return undefined
    // A browser may ask whether its copy is still good. It need not of what never changes, such as a picture, nor for a
    // while of what the service lets anybody keep.
    const isTheirs = cacheControl.includes('immutable') || cacheControl.startsWith('public')
    const forBrowsers = isTheirs ? cacheControl : REVALIDATED
    return { ...described, body: unpooled(body), cacheControl: forBrowsers, etag: etagOf(body) }
  }
  return {
    peek: kept.peek,
    read: (path) => kept.get(path, () => readUncached(path)),
    readUncached,
    drop: () => kept.drop(),
  }
}
