import type { Category } from '@purple-sector/contracts/weekends/http'

type Names = {
  /** What each category is called now. */
  byId: ReadonlyMap<number, string>
  /** What was called otherwise until now; for what tells no id. */
  byFormerName: ReadonlyMap<string, string>
}

/** The names that categories have now, and those that they had until then. */
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
  const changed = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const now =
      key === 'category' && typeof part === 'string' ? nameFor(part, value.categoryId, names) : rename(part, names)
    return now === part ? [] : [[key, now]]
  })
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
}

/** A reply with every `category` in it by its present name; the very same where none has another. */
export const withNames = <Data>(data: Data, names: Names): Data => rename(data, names) as Data
