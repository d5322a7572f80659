import type { Category } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'

type CategoryRow = {
  id: number
  name: string
  short_name: string
  aliases: string[]
  is_main: boolean
  colour: string
  list_order: number
  archived: boolean
}

const categoryOf = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  shortName: row.short_name,
  aliases: row.aliases,
  isMain: row.is_main,
  colour: row.colour,
  order: row.list_order,
  archived: row.archived,
})

export const categoryRepository = (sql: Database | Transaction) => ({
  /** In the order of every list; archived ones too. */
  async list(): Promise<Category[]> {
    const rows: CategoryRow[] = await sql('categories').orderBy(['list_order', 'id'])
    return rows.map(categoryOf)
  },
})
