import type { Database } from '@purple-sector/database'
import { type Image, imageRepository } from './image-repository.ts'
import { cardOf } from './shown-picture.ts'

/**
 * The small size of pictures that were kept before there were two: made by whoever asks first, once for everybody who
 * asks meanwhile.
 */
export const laterCards = (database: Database) => {
  const images = imageRepository(database)
  const underWay = new Map<number, Promise<Buffer>>()

  const make = async (id: number, bytes: Buffer): Promise<Buffer> => {
    const card = await cardOf(bytes)
    await images.keepCard(id, card)
    return card
  }
  return async ({ id, bytes, card }: Image & { id: number }): Promise<Buffer> => {
    if (card) return card
    const making = underWay.get(id) ?? make(id, bytes).finally(() => underWay.delete(id))
    underWay.set(id, making)
    return making
  }
}
