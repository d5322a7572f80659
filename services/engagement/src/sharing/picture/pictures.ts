import { unavailable } from '@purple-sector/service-kit/errors'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Figures } from '../figures.ts'

/** Raise it whenever the same figures are drawn otherwise: browsers then ask for the new picture. */
const EDITION = 1
const KEPT_BYTES = 16 * 1_048_576
const MOST_WAITING = 40

type Draw = (figures: Figures) => Promise<Buffer>

/**
 * Pictures are not stored: the same figures draw the same picture again. One is drawn at a time, and once for everybody
 * who waits for it; the latest are kept in memory. Beyond a crowd that waits it is refused, so that a burst of requests
 * costs neither memory nor anybody else's time.
 */
export const keptPictures = (draw: Draw) => {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })
  const underWay = new Map<string, Promise<Buffer>>()
  const oneByOne = pLimit(1)

  const begin = (state: string, figures: Figures): Promise<Buffer> => {
    if (oneByOne.pendingCount >= MOST_WAITING)
      throw unavailable('Lots of pictures are being made right now. Please try again in a moment.', 2)
    const picture = oneByOne(() => draw(figures)).finally(() => underWay.delete(state))
    underWay.set(state, picture)
    return picture
  }

  return {
    tagOf: (state: string): string => `"${EDITION}-${state}"`,
    async of(state: string, figures: Figures): Promise<Buffer> {
      const known = kept.get(state)
      if (known) return known
      const picture = await (underWay.get(state) ?? begin(state, figures))
      kept.set(state, picture)
      return picture
    },
  }
}

export type Pictures = ReturnType<typeof keptPictures>
