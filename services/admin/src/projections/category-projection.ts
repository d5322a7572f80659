import { categoryChanged } from '@purple-sector/contracts/weekends/events'
import type { Database, Transaction } from '@purple-sector/database'
import { defineProjection } from '@purple-sector/messaging'

type Named = { id: number; name: string }

/** Of a deleted one too: nothing refers to it any more. Sources of live timing call it by any of its names. */
export const { reaction: onCategoryChanged } = defineProjection({
  state: categoryChanged,
  table: 'categories',
  fields: ['id', 'name'],
  columns: ({ shortName, aliases }) => ({ other_names: JSON.stringify([shortName, ...aliases]) }),
  keepsDeleted: true,
})

/** A race may be here before its category, whose events have another key: it is known by the name the race says. */
export const ensureCategory = async (sql: Transaction, id: number, name: string): Promise<void> => {
  await sql<Named>('categories').insert({ id, name }).onConflict('id').ignore()
}

export const nameOfCategory = async (sql: Database | Transaction, id: number): Promise<string> => {
  const row = await sql<Named>('categories').where({ id }).first('name')
  return row?.name ?? ''
}
