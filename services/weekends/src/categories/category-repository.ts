import type { Category } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { Usage } from './category.ts'

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

const columnsOf = (category: Category) => ({
  name: category.name,
  short_name: category.shortName,
  aliases: category.aliases,
  is_main: category.isMain,
  colour: category.colour,
  list_order: category.order,
  archived: category.archived,
})

export const categoryRepository = (sql: Database | Transaction) => ({
  /** Lists all categories in the common order, including archived ones. */
  async list(): Promise<Category[]> {
    const rows: CategoryRow[] = await sql('categories').orderBy(['list_order', 'id'])
    return rows.map(categoryOf)
  },

  /** Reserves the id of the next category. */
  async nextId(): Promise<number> {
    const { rows } = await sql.raw<{ rows: [{ id: number }] }>(
      `select nextval(pg_get_serial_sequence('categories', 'id'))::integer as id`,
    )
    return rows[0].id
  },

  /** Counts the sessions and cars of each category, in all weekends. */
  async usage(): Promise<(id: number) => Usage> {
    const { rows } = await sql.raw<{ rows: (Usage & { id: number })[] }>(
      `select id, (select count(*)::integer from races where category_id = categories.id) as sessions,
         (select count(*)::integer from cars where category_id = categories.id) as cars
       from categories`,
    )
    const usageById = new Map(rows.map(({ id, sessions, cars }) => [id, { sessions, cars }]))
    return (id) => usageById.get(id) ?? { sessions: 0, cars: 0 }
  },

  /**
   * Inserts or updates categories.
   * The former main category is saved first, so that there are never two. Ids are not updated: updating one, even to
   * itself, would wait for every transaction that enters a race or a car in it.
   */
  async save(categories: readonly Category[]): Promise<void> {
    for (const category of categories.toSorted((a, b) => Number(a.isMain) - Number(b.isMain))) {
      const columns = columnsOf(category)
      await sql('categories')
        .insert({ id: category.id, ...columns })
        .onConflict('id')
        .merge(columns)
    }
  },

  async remove(id: number): Promise<void> {
    await sql('categories').where({ id }).delete()
  },
})
