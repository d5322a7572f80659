import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { unavailable } from '@purple-sector/service-kit/errors'
import pLimit from 'p-limit'
import type { Figures } from '../figures.ts'

/** Part of the ETag: raise it when rendering changes, so that browsers fetch the new image. */
const IMAGE_VERSION = 1
const MAX_CACHE_BYTES = 16 * 1_048_576
const MAX_WAITING = 40

type Draw = (figures: Figures) => Promise<Buffer>

/**
 * Renders share images on demand, one at a time, and caches the latest in memory; images are not stored.
 *
 * Concurrent requests for an image share one rendering. Beyond `MAX_WAITING` it throws 503, so that a burst costs neither
 * memory nor the time of other requests.
 */
export const cachedShareImages = (draw: Draw) => {
  const cache = ttlCache<string, Buffer>({ maxBytes: MAX_CACHE_BYTES, bytesOf: ({ length }) => length })
  const renderQueue = pLimit(1)

  return {
    tagOf: (state: string): string => `"${IMAGE_VERSION}-${state}"`,
    get: (state: string, figures: Figures): Promise<Buffer> =>
      cache.get(state, async () => {
        if (renderQueue.pendingCount >= MAX_WAITING)
          throw unavailable('Lots of pictures are being made right now. Please try again in a moment.', 2)
        return renderQueue(() => draw(figures))
      }),
  }
}

export type ShareImages = ReturnType<typeof cachedShareImages>
