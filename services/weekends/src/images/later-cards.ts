import type { Database } from '@purple-sector/database'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { cardOf } from './display-image.ts'
import { type Image, imageRepository } from './image-repository.ts'

/** Made a moment ago: whoever read the picture before its card was stored still asks for it. */
const MAX_CACHED = 20

/**
 * The small size of pictures that were kept before there were two: made by whoever asks first, once for everybody who
 * asks meanwhile.
 */
export const laterCards = (database: Database) => {
  const images = imageRepository(database)
  const cards = ttlCache<number, Buffer>({ maxEntries: MAX_CACHED })

  const make = async (id: number, bytes: Buffer): Promise<Buffer> => {
    const card = await cardOf(bytes)
    await images.keepCard(id, card)
    return card
  }
  return async ({ id, bytes, card }: Image & { id: number }): Promise<Buffer> =>
    card ?? cards.get(id, () => make(id, bytes))
}
