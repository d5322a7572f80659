import { findCategory } from '@purple-sector/contracts/categories'
import { categoryChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'

export type Category = { id: number; name: string; shortName: string; aliases: string[] }
type Row = { id: number; name: string; short_name: string; aliases: string[]; list_order: number }

const categories = table<Row>('categories')

/** In the order of every list. */
export const listCategories = async (sql: Database | Transaction): Promise<Category[]> => {
  const rows = await categories(sql).orderBy(['list_order', 'id'])
  return rows.map(({ id, name, short_name, aliases }) => ({ id, name, shortName: short_name, aliases }))
}

/** The category that an id, a name, a short name or an alias means. */
export const categoryCalled = async (
  sql: Database | Transaction,
  spelling: string | number,
): Promise<Category | undefined> => findCategory(await listCategories(sql), spelling)

export const onCategoryChanged = on(categoryChanged, async ({ data }, sql) => {
  const { id, name, shortName: short_name, aliases, order: list_order, deleted } = data
  if (deleted) await categories(sql).where({ id }).delete()
  else await categories(sql).insert({ id, name, short_name, aliases, list_order }).onConflict('id').merge()
})
