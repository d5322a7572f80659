import type { Database } from '@purple-sector/database'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { cardOf } from './display-image.ts'
import { type Image, imageRepository } from './image-repository.ts'

/** Recently created cards, for requests that read the image before its card was stored. */
const MAX_CACHED = 20

/** Creates missing cards of images stored before there were cards, once for concurrent requests. */
export const lazyCards = (database: Database) => {
  const images = imageRepository(database)
  const cards = ttlCache<number, Buffer>({ maxEntries: MAX_CACHED })

  const createCard = async (id: number, bytes: Buffer): Promise<Buffer> => {
    const card = await cardOf(bytes)
    await images.storeCard(id, card)
    return card
  }
  return async ({ id, bytes, card }: Image & { id: number }): Promise<Buffer> =>
    card ?? cards.get(id, () => createCard(id, bytes))
}
