import type { Category } from '@purple-sector/contracts/weekends/http'

/** The fields that identify the category of an item. */
type Categorised = { categoryId: number; category: string }

export type CategoryGroup<Item> = { id: number; name: string; items: Item[] }

/** Returns the sort rank of a category id; unknown categories come last, by id. */
const rankIn = (categories: readonly Category[]) => {
  const ranks = new Map(categories.toSorted((a, b) => a.order - b.order).map(({ id }, index) => [id, index]))
  return (id: number): number => ranks.get(id) ?? ranks.size + id
}

/** Groups items by category in the order every list uses; leaves out empty categories. */
export const byCategory = <Item extends Categorised>(
  items: readonly Item[],
  categories: readonly Category[],
): CategoryGroup<Item>[] => {
  const rank = rankIn(categories)
  const groups = new Map<number, CategoryGroup<Item>>()
  for (const item of items) {
    const group = groups.get(item.categoryId)
    if (group) group.items.push(item)
    else groups.set(item.categoryId, { id: item.categoryId, name: item.category, items: [item] })
  }
  return [...groups.values()].sort((a, b) => rank(a.id) - rank(b.id))
}

/** Returns the categories that can be selected: active ones, and an archived one that is already selected. */
export const offered = (categories: readonly Category[], chosenId?: number): Category[] =>
  categories.filter(({ archived, id }) => !archived || id === chosenId).toSorted((a, b) => a.order - b.order)
