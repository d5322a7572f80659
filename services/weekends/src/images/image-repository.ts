import { createHash } from 'node:crypto'
import type { Database, Transaction } from '@purple-sector/database'
import type { ImageReference } from '../races/race.ts'

/**
 * An image in its two sizes; `card` is null for an image stored before there were cards, until it is first requested.
 */
export type Image = { type: string; bytes: Buffer; card: Buffer | null }

const DIGITS = /^\d{1,9}$/

export const imageRepository = (sql: Database | Transaction) => ({
  /** Finds an image by the hash of its content, or by its id as in older URLs. */
  async find(name: string): Promise<(Image & { id: number }) | undefined> {
    const isId = DIGITS.test(name)
    return sql('images')
      .where(isId ? { id: Number(name) } : { sha256: name })
      .first('id', 'type', 'bytes', 'card')
  },

  /** Stores an image; an identical one keeps its id. */
  async save({ type, bytes, card }: Image): Promise<ImageReference> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [row]: { id: number }[] = await sql('images')
      .insert({ sha256, type, bytes, card })
      .onConflict('sha256')
      .merge(['type', 'card'])
      .returning('id')
    if (!row) throw new Error('a picture was not stored')
    return { id: row.id, hash: sha256 }
  },

  async storeCard(id: number, card: Buffer): Promise<void> {
    await sql('images').where({ id }).update({ card })
  },
})

/** Deletes images that no race refers to any more; call it after changing the races. */
export const removeUnusedImages = async (sql: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql('images')
    .whereIn('id', [...ids])
    .whereNotExists(sql('races').whereRaw('races.image_id = images.id'))
    .delete()
}
