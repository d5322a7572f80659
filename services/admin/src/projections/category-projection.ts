import { categoryChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import { defineProjection } from '@purple-sector/messaging'

type CategoryRow = { id: number; name: string }

/** Projects categories, deleted ones too, which nothing refers to. Timing sources may use any of the names. */
export const { handler: onCategoryChanged } = defineProjection({
  state: categoryChanged,
  table: 'categories',
  fields: ['id', 'name'],
  columns: ({ shortName, aliases }) => ({ other_names: JSON.stringify([shortName, ...aliases]) }),
  keepsDeleted: true,
})

/** Inserts a category by the name that its race states, because its own event has another key and may arrive later. */
export const ensureCategory = async (sql: Transaction, id: number, name: string): Promise<void> => {
  await sql<CategoryRow>('categories').insert({ id, name }).onConflict('id').ignore()
}

export const nameOfCategory = async (sql: Database | Transaction, id: number): Promise<string> => {
  const row = await sql<CategoryRow>('categories').where({ id }).first('name')
  return row?.name ?? ''
}
