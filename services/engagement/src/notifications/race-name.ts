import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { foldedSpelling, spellingsOf } from '@purple-sector/contracts/categories'
import type { Transaction } from '@purple-sector/database'
import { type Category, listCategories } from '../projections/category-projection.ts'

const WORD_CHARACTER = /[\p{L}\p{N}]/u

/** Whether a text contains the part as whole words: "GR Cup Race 1" has "GR Cup", "Superutes" has no "Super". */
const hasWords = (text: string, phrase: string): boolean => {
  for (let index = text.indexOf(phrase); index >= 0; index = text.indexOf(phrase, index + 1)) {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + phrase.length)]
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return true
  }
  return false
}

/** Names a race by its category too, unless the race's own name already has one of the category's names. */
export const nameWithCategory = (raceName: string, category: Omit<Category, 'id'>): string => {
  const name = foldedSpelling(raceName)
  const hasCategoryName = spellingsOf(category).some((spelling) => hasWords(name, foldedSpelling(spelling)))
  return hasCategoryName ? raceName : `${category.shortName} ${raceName}`
}

/** Names the race by its category, for a sentence; `fallback` is the category's name if it is not replicated yet. */
export const raceNameFor = async (
  sql: Transaction,
  { name, categoryId }: { name: string; categoryId: number },
  fallback?: string,
): Promise<string> => {
  const projectedCategory = (await listCategories(sql)).find(({ id }) => id === categoryId)
  const category =
    projectedCategory ?? (fallback === undefined ? undefined : { name: fallback, shortName: fallback, aliases: [] })
  return bidiIsolate(category ? nameWithCategory(name, category) : name)
}
