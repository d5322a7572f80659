import type { Category } from '@purple-sector/contracts/weekends/http'

/** What says which category it belongs to. */
type Categorised = { categoryId: number; category: string }

export type CategoryGroup<Item> = { id: number; name: string; items: Item[] }

/** Where each category stands in lists; one that is not known, or not yet, comes after those that are, by its id. */
const rankIn = (categories: readonly Category[]) => {
  const ranks = new Map(
    categories.toSorted((one, other) => one.order - other.order).map(({ id }, index) => [id, index]),
  )
  return (id: number): number => ranks.get(id) ?? ranks.size + id
}

/** Things by their category, in the order every list uses; categories without any are left out. */
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
  return [...groups.values()].sort((one, other) => rank(one.id) - rank(other.id))
}

/** What can be chosen for something new: archived ones are over, but one that is chosen already can stay. */
export const offered = (categories: readonly Category[], chosenId?: number): Category[] =>
  categories
    .filter(({ archived, id }) => !archived || id === chosenId)
    .toSorted((one, other) => one.order - other.order)
