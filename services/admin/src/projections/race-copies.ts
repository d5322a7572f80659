import type { Category } from '@purple-sector/contracts/categories'
import type { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import type { z } from 'zod'

export type Race = { id: number; weekendId: number; name: string; category: Category }

type Row = { id: number; weekend_id: number; name: string; category: Category }

const raceOf = ({ weekend_id, ...row }: Row): Race => ({ ...row, weekendId: weekend_id })
const rowOf = ({ id, weekendId, name, category }: z.infer<typeof raceChanged.data>): Row => ({
  id,
  weekend_id: weekendId,
  name,
  category,
})

/** Race control's copy of the sessions. */
export const raceCopies = (sql: Database | Transaction) => ({
  async find(id: number): Promise<Race | undefined> {
    const row = await sql<Row>('races').where({ id }).first()
    return row && raceOf(row)
  },

  /** Holds the session until the end of the transaction: its revisions are numbered one after another. */
  async hold(id: number): Promise<Race | undefined> {
    const row = await sql<Row>('races').where({ id }).forUpdate().first()
    return row && raceOf(row)
  },

  async save(state: z.infer<typeof raceChanged.data>): Promise<void> {
    await sql<Row>('races').insert(rowOf(state)).onConflict('id').merge()
  },

  /** What was asked for may be older than what an event has told meanwhile: that stays. */
  async learn(state: z.infer<typeof raceChanged.data>): Promise<void> {
    await sql<Row>('races').insert(rowOf(state)).onConflict('id').ignore()
  },

  async remove(id: number): Promise<void> {
    await sql('races').where({ id }).delete()
  },
})
