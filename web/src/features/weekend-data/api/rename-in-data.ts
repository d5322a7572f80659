import type { Category } from '@purple-sector/contracts/weekends/http'

type Names = {
  /** The current name of each category. */
  byId: ReadonlyMap<number, string>
  /** The current name by former name, for data without a category id. */
  byFormerName: ReadonlyMap<string, string>
}

/** Returns the current names of categories, by id and by former name. */
export const namesOf = (before: readonly Category[], now: readonly Category[]): Names => {
  const byId = new Map(now.map(({ id, name }) => [id, name]))
  const renamed = before.flatMap(({ id, name }): [string, string][] => {
    const called = byId.get(id)
    return called === undefined || called === name ? [] : [[name, called]]
  })
  return { byId, byFormerName: new Map(renamed) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const nameFor = (category: string, categoryId: unknown, { byId, byFormerName }: Names): string =>
  (typeof categoryId === 'number' ? byId.get(categoryId) : byFormerName.get(category)) ?? category

const rename = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item) => rename(item, names))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isRecord(value)) return value
  const changedParts = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const now =
      key === 'category' && typeof part === 'string' ? nameFor(part, value.categoryId, names) : rename(part, names)
    return now === part ? [] : [[key, now]]
  })
  return changedParts.length === 0 ? value : { ...value, ...Object.fromEntries(changedParts) }
}

/** Returns the data with each `category` by its current name; the same object when nothing changed. */
export const withNames = <Data>(data: Data, names: Names): Data => rename(data, names) as Data
