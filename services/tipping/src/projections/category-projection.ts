import { foldedSpelling, spellingsOf } from '@purple-sector/contracts/categories'
import type { categoryChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'

type CategoryData = z.infer<typeof categoryChanged.data>
type Named = Pick<CategoryData, 'id' | 'name' | 'shortName' | 'aliases' | 'order'>

const rowOf = ({ id, name, shortName, aliases, order }: Named) => ({
  id,
  name,
  short_name: shortName,
  aliases,
  list_order: order,
  spellings: [String(id), ...spellingsOf({ name, shortName, aliases }).map(foldedSpelling)],
})

/** Applies the state of a category. Nothing here refers to its name, so a new one changes no tip. */
export const projectCategory = async (sql: Transaction, { deleted, ...category }: CategoryData): Promise<void> => {
  await sql('categories')
    .insert({ ...rowOf(category), deleted })
    .onConflict('id')
    .merge()
}

/**
 * Creates a category that a race or a car refers to before its own event, which has another key: by the name in the
 * race or the car.
 */
export const ensureCategory = async (sql: Transaction, id: number, name: string): Promise<void> => {
  await sql('categories')
    .insert(rowOf({ id, name, shortName: name, aliases: [], order: id }))
    .onConflict('id')
    .ignore()
}
