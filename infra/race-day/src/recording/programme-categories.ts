import type { Account, ProductApi } from '../fans/product-api.ts'
import type { CategoryReply } from '../fans/replies.ts'
import { PreflightError } from '../preflight-error.ts'
import { spelling, spellingsOf } from './category-names.ts'
import type { RecordedField, Recording } from './recording.ts'

/** The product's category that stands for one of the recording. */
export type PlayedCategory = {
  id: number
  /** The product's current name. */
  name: string
  /** A spelling that the product accepts, used for the whole weekend like a page opened before a rename. */
  spelt: string
  isMain: boolean
}

/** Categories by their names in the recording. */
export type PlayedCategories = Map<string, PlayedCategory>

/** Finds the product's category for any spelling of the recorded one; its name has priority. */
const matching = (field: RecordedField, known: CategoryReply[]) => {
  for (const wanted of spellingsOf(field)) {
    const category = known.find(({ name, shortName, aliases }) =>
      [name, shortName, ...aliases].map(spelling).includes(wanted),
    )
    if (category) return { category, spelt: wanted }
  }
  return undefined
}

/**
 * Finds a recorded category in the product, or adds it.
 * @throws PreflightError if it is archived
 */
const takeCategory = async (
  api: ProductApi,
  admin: Account,
  field: RecordedField,
  known: CategoryReply[],
  run: string,
): Promise<{ played: PlayedCategory; found: CategoryReply | null }> => {
  const match = matching(field, known)
  if (match?.category.archived) {
    throw new PreflightError(
      `The category ${match.category.name} is archived: take it out of the archive in Setup first.`,
    )
  }
  if (match) {
    const { id, name, isMain } = match.category
    return { played: { id, name, isMain, spelt: match.spelt }, found: match.category }
  }
  const { category: name, shortName, aliases, colour } = field
  const body = { name, ...(shortName && { shortName }), aliases, ...(colour && { colour }) }
  const { id, isMain } = await api.createCategory(admin.cookie, `${run}-category-${name}`.slice(0, 128), body)
  return { played: { id, name, isMain, spelt: name }, found: null }
}

export type TakenCategories = {
  categories: PlayedCategories
  /**
   * Restores the names of renamed categories.
   * With `alsoAdded`, also deletes added categories, as far as they are unused.
   */
  putBack(api: ProductApi, alsoAdded: boolean): Promise<void>
}

/** Finds or adds every category of the recording. */
export const takeCategories = async (
  api: ProductApi,
  admin: Account,
  recording: Recording,
  run: string,
): Promise<TakenCategories> => {
  const known = await api.categories(admin.cookie)
  const categories: PlayedCategories = new Map()
  const taken: { field: RecordedField; played: PlayedCategory; found: CategoryReply | null }[] = []
  for (const field of recording.categories) {
    const { played, found } = await takeCategory(api, admin, field, known, run)
    categories.set(field.category, played)
    taken.push({ field, played, found })
  }
  return {
    categories,
    async putBack(tidyApi, alsoAdded) {
      for (const { field, played, found } of taken) {
        if (!found && alsoAdded) await tidyApi.deleteCategory(admin.cookie, played.id)
        if (field.renames.length === 0 || (!found && alsoAdded)) continue
        const { name, shortName = name.slice(0, 24), aliases } = found ?? { ...field, name: field.category }
        await tidyApi.changeCategory(admin.cookie, played.id, { name, shortName })
        // The old name stays as an alias: without that alias the next run starts as this one did.
        await tidyApi.changeCategory(admin.cookie, played.id, { aliases })
      }
    },
  }
}
