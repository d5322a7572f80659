import { categoryChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { defineProjection } from '@purple-sector/messaging'

export type Category = { id: number; name: string; shortName: string; aliases: string[] }
type Row = { id: number; name: string; short_name: string; aliases: string[]; list_order: number }

const categories = table<Row>('categories')

/** Lists categories in display order. */
export const listCategories = async (sql: Database | Transaction): Promise<Category[]> => {
  const rows = await categories(sql).orderBy(['list_order', 'id'])
  return rows.map(({ id, name, short_name, aliases }) => ({ id, name, shortName: short_name, aliases }))
}

export const { handler: onCategoryChanged } = defineProjection({
  state: categoryChanged,
  table: 'categories',
  fields: ['id', 'name', 'shortName', 'aliases'],
  columns: ({ order }) => ({ list_order: order }),
})
