import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { unavailable } from '@purple-sector/service-kit/errors'
import pLimit from 'p-limit'
import type { Figures } from '../figures.ts'

/** Raise it whenever the same figures are drawn otherwise: browsers then ask for the new picture. */
const EDITION = 1
const KEPT_BYTES = 16 * 1_048_576
const MAX_WAITING = 40

type Draw = (figures: Figures) => Promise<Buffer>

/**
 * Pictures are not stored: the same figures draw the same picture again. One is drawn at a time, and once for everybody
 * who waits for it; the latest are kept in memory. Beyond a crowd that waits it is refused, so that a burst of requests
 * costs neither memory nor anybody else's time.
 */
export const cachedShareImages = (draw: Draw) => {
  const kept = ttlCache<string, Buffer>({ maxBytes: KEPT_BYTES, bytesOf: ({ length }) => length })
  const oneByOne = pLimit(1)

  return {
    tagOf: (state: string): string => `"${EDITION}-${state}"`,
    of: (state: string, figures: Figures): Promise<Buffer> =>
      kept.get(state, async () => {
        if (oneByOne.pendingCount >= MAX_WAITING)
          throw unavailable('Lots of pictures are being made right now. Please try again in a moment.', 2)
        return oneByOne(() => draw(figures))
      }),
  }
}

export type ShareImages = ReturnType<typeof cachedShareImages>
