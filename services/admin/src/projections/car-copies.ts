import type { Category } from '@purple-sector/contracts/categories'
import type { carChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import type { z } from 'zod'

export type Car = { id: number; weekendId: number; category: Category; number: number; driver: string; team: string }

type Row = { id: number; weekend_id: number; category: Category; number: number; driver: string; team: string }

const carOf = ({ weekend_id, ...row }: Row): Car => ({ ...row, weekendId: weekend_id })
const rowOf = ({ id, weekendId, category, number, driver, team }: z.infer<typeof carChanged.data>): Row => ({
  id,
  weekend_id: weekendId,
  category,
  number,
  driver,
  team,
})

/** Race control's copy of the cars, withdrawn ones too: they keep their place in results (docs/rules.md, Cars). */
export const carCopies = (sql: Database | Transaction) => ({
  async find(ids: readonly number[]): Promise<Map<number, Car>> {
    const rows = await sql<Row>('cars').whereRaw('id = any(?::bigint[])', [ids as number[]])
    return new Map(rows.map((row) => [row.id, carOf(row)]))
  },

  async save(state: z.infer<typeof carChanged.data>): Promise<void> {
    await sql<Row>('cars').insert(rowOf(state)).onConflict('id').merge()
  },

  /** What was asked for may be older than what an event has told meanwhile: that stays. */
  async learn(states: readonly z.infer<typeof carChanged.data>[]): Promise<void> {
    if (states.length > 0) await sql<Row>('cars').insert(states.map(rowOf)).onConflict('id').ignore()
  },

  async remove(id: number): Promise<void> {
    await sql('cars').where({ id }).delete()
  },
})
