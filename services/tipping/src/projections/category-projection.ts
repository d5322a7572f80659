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

/** Takes over what weekends says of a category. Nothing here refers to its name, so a new one changes no tip. */
export const projectCategory = async (sql: Transaction, { deleted, ...category }: CategoryData): Promise<void> => {
  await sql('categories')
    .insert({ ...rowOf(category), deleted })
    .onConflict('id')
    .merge()
}

/** A race or a car may be here before its category, whose events have another key: it is known by the name they say. */
export const ensureCategory = async (sql: Transaction, id: number, name: string): Promise<void> => {
  await sql('categories')
    .insert(rowOf({ id, name, shortName: name, aliases: [], order: id }))
    .onConflict('id')
    .ignore()
}
