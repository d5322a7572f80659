import { findCategory, foldedSpelling, spellingsOf } from '@purple-sector/contracts/categories'
import { appearanceOf } from '@purple-sector/contracts/lookalike'
import type { Category, CreateCategoryBody, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'
import { badField, conflict } from '@purple-sector/service-kit/errors'

/** Counts that restrict changes of a category (docs/rules.md, Categories). */
export type Usage = { sessions: number; cars: number }

/** The maximum that a request may contain. */
const MAX_ALIASES = 30

const withoutDuplicates = (spellings: readonly string[]): string[] => [
  ...new Map(spellings.map((spelling) => [foldedSpelling(spelling), spelling])).values(),
]

/** Removes duplicate aliases and those equal to the names. */
const withoutDuplicateAliases = (category: Category): Category => {
  const names = [category.name, category.shortName].map(foldedSpelling)
  const aliases = withoutDuplicates(category.aliases).filter((alias) => !names.includes(foldedSpelling(alias)))
  return { ...category, aliases: aliases.slice(0, MAX_ALIASES) }
}

/**
 * Rejects spellings of other categories. Former spellings of this one stay valid, even if those of other categories
 * look alike by now.
 */
const assertFree = (categories: readonly Category[], category: Category, former: readonly string[] = []): void => {
  const otherCategories = categories.filter(({ id }) => id !== category.id)
  for (const spelling of spellingsOf(category).filter((text) => !former.includes(text))) {
    const lookalike = otherCategories.find((other) =>
      spellingsOf(other).some((text) => appearanceOf(text) === appearanceOf(spelling)),
    )
    if (lookalike && !findCategory(otherCategories, spelling))
      throw conflict('CATEGORY_NAME_TAKEN', `“${spelling}” looks like a name of ${lookalike.name}.`)
  }
  for (const spelling of spellingsOf(category)) {
    const holder = findCategory(otherCategories, spelling)
    if (holder) throw conflict('CATEGORY_NAME_TAKEN', `“${spelling}” means ${holder.name} already.`)
  }
}

/** Moves a category to a position, counted from 1, and renumbers all other categories. */
const moveTo = (categories: readonly Category[], moved: Category, order: number): Category[] =>
  categories
    .filter(({ id }) => id !== moved.id)
    .toSpliced(order - 1, 0, moved)
    .map((category, index) => ({ ...category, order: index + 1 }))

const differs = (a: Category, b: Category | undefined): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** The categories that a write changes; the written one is among them unless it is unchanged. */
export type CategoriesChange = { category: Category; changed: Category[] }

const changeOf = (before: readonly Category[], after: readonly Category[], id: number): CategoriesChange => {
  const categoriesBefore = new Map(before.map((category) => [category.id, category]))
  const category = after.find((candidate) => candidate.id === id)
  if (!category) throw new Error(`category ${id} is not among them`)
  return { category, changed: after.filter((candidate) => differs(candidate, categoriesBefore.get(candidate.id))) }
}

/** Adds a category, at the end of every list unless `order` is given. */
export const newCategory = (
  categories: readonly Category[],
  id: number,
  { shortName, order, ...body }: CreateCategoryBody,
): CategoriesChange => {
  const category = withoutDuplicateAliases({
    ...body,
    id,
    shortName: shortName ?? body.name.slice(0, 24).trim(),
    isMain: false,
    archived: false,
    order: categories.length + 1,
  })
  assertFree(categories, category)
  return changeOf(categories, moveTo(categories, category, order ?? category.order), id)
}

/** Rejects another main category once there are sessions: their points would change under existing tips. */
const assertMainMoves = (main: Category, next: Category, usageOf: (id: number) => Usage): void => {
  if (next.archived) throw conflict('CATEGORY_ARCHIVED', `${next.name} is archived.`)
  for (const { id, name } of [main, next])
    if (usageOf(id).sessions > 0)
      throw conflict('HAS_SESSIONS', `${name} has sessions, so the main category can’t change any more.`)
}

/**
 * Applies a PATCH to a category.
 * A former name stays as an alias, because open pages and last year's sheets still use it. Aliases in the patch replace
 * all other ones.
 */
export const changedCategories = (
  categories: readonly Category[],
  before: Category,
  patch: PatchCategoryBody,
  usageOf: (id: number) => Usage,
): CategoriesChange => {
  const { order = before.order, aliases = before.aliases, ...changes } = patch
  const formerNames = [before.name, before.shortName]
  const next = withoutDuplicateAliases({
    ...before,
    ...changes,
    order: before.order,
    aliases: [...aliases, ...formerNames],
  })
  assertFree(categories, next, spellingsOf(before))
  const main = categories.find(({ isMain }) => isMain)
  if (before.isMain && !next.isMain) throw badField('isMain', 'cannot be none: choose another one instead')
  if (before.isMain && next.archived) throw conflict('MAIN_CATEGORY', 'The main category can’t be archived.')
  if (main && next.isMain && !before.isMain) assertMainMoves(main, next, usageOf)
  const withoutOtherMain = categories.map((category) => (next.isMain ? { ...category, isMain: false } : category))
  const replaced = withoutOtherMain.map((category) => (category.id === next.id ? next : category))
  return changeOf(categories, order === before.order ? replaced : moveTo(replaced, next, order), next.id)
}

/** Rejects the deletion of a category with sessions or cars; archive it instead (docs/rules.md, Categories). */
export const assertDeletable = (category: Category, { sessions, cars }: Usage): void => {
  if (category.isMain) throw conflict('MAIN_CATEGORY', 'The main category can’t be deleted.')
  if (sessions + cars > 0) throw conflict('HAS_SESSIONS', `${category.name} has sessions or cars. Archive it instead.`)
}

/** Returns the remaining categories whose order changes. */
export const withoutCategory = (categories: readonly Category[], deleted: Category): Category[] =>
  categories
    .filter(({ id }) => id !== deleted.id)
    .map((category, index) => ({ ...category, order: index + 1 }))
    .filter((category) =>
      differs(
        category,
        categories.find(({ id }) => id === category.id),
      ),
    )

/** The state of a category as its event publishes it. */
export const categoryState = (category: Category, deleted = false) => ({ ...category, deleted })
