import { createHash } from 'node:crypto'
import type { Database, Transaction } from '@purple-sector/database'
import type { ShownImage } from '../races/race.ts'

/** A picture in its two sizes; of one that was kept before there were two, the small one may be missing. */
export type Image = { type: string; bytes: Buffer; card: Buffer | null }

const DIGITS = /^\d{1,9}$/

export const imageRepository = (sql: Database | Transaction) => ({
  /** By the hash of its content, or by its id, as addresses named it before. */
  async find(name: string): Promise<(Image & { id: number }) | undefined> {
    const isId = DIGITS.test(name)
    return sql('images')
      .where(isId ? { id: Number(name) } : { sha256: name })
      .first('id', 'type', 'bytes', 'card')
  },

  /** Keeps a picture; one that is kept already keeps its id. */
  async save({ type, bytes, card }: Image): Promise<ShownImage> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [row]: { id: number }[] = await sql('images')
      .insert({ sha256, type, bytes, card })
      .onConflict('sha256')
      .merge(['type', 'card'])
      .returning('id')
    if (!row) throw new Error('a picture was not stored')
    return { id: row.id, hash: sha256 }
  },

  async keepCard(id: number, card: Buffer): Promise<void> {
    await sql('images').where({ id }).update({ card })
  },
})

/** Pictures that no race shows any more go; call it after the races changed. */
export const removeUnusedImages = async (sql: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql('images')
    .whereIn('id', [...ids])
    .whereNotExists(sql('races').whereRaw('races.image_id = images.id'))
    .delete()
}
