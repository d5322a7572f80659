import { foldedSpelling, spellingsOf } from '@purple-sector/contracts/categories'
import { categoryChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import type { z } from 'zod'

type CategoryData = z.infer<typeof categoryChanged.data>
type CategoryNames = Pick<CategoryData, 'id' | 'name' | 'shortName' | 'aliases' | 'order'>

const rowOf = ({ id, name, shortName, aliases, order }: CategoryNames) => ({
  id,
  name,
  short_name: shortName,
  aliases,
  list_order: order,
  spellings: [String(id), ...spellingsOf({ name, shortName, aliases }).map(foldedSpelling)],
})

/** Applies the state of a category. No row refers to the name, so a new name changes no tip. */
export const projectCategory = async (sql: Transaction, { deleted, ...category }: CategoryData): Promise<void> => {
  await sql('categories')
    .insert({ ...rowOf(category), deleted })
    .onConflict('id')
    .merge()
}

/**
 * Creates the category of a race or a car by the name in that state, if the category's own event, which has another
 * key, has not arrived yet.
 */
export const ensureCategory = async (sql: Transaction, id: number, name: string): Promise<void> => {
  await sql('categories')
    .insert(rowOf({ id, name, shortName: name, aliases: [], order: id }))
    .onConflict('id')
    .ignore()
}

export const onCategoryChanged = on(categoryChanged, ({ data }, sql) => projectCategory(sql, data))
