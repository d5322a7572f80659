import { createHash } from 'node:crypto'
import type { Database, Transaction } from '@purple-sector/database'

export type Image = { type: string; bytes: Buffer }

export const imageRepository = (sql: Database | Transaction) => ({
  async find(id: number): Promise<Image | undefined> {
    return sql('images').where({ id }).first('type', 'bytes')
  },

  /** Keeps a picture and answers its id; one that is kept already keeps its id. */
  async save({ type, bytes }: Image): Promise<number> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [row]: { id: number }[] = await sql('images')
      .insert({ sha256, type, bytes })
      .onConflict('sha256')
      .merge(['type'])
      .returning('id')
    if (!row) throw new Error('a picture was not stored')
    return row.id
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
