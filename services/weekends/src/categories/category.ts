import { findCategory, foldedSpelling, spellingsOf } from '@purple-sector/contracts/categories'
import { appearanceOf } from '@purple-sector/contracts/lookalike'
import type { Category, CreateCategoryBody, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'
import { badField, conflict } from '@purple-sector/service-kit/errors'

/** What there is of a category: it binds it (docs/rules.md, Categories). */
export type Usage = { sessions: number; cars: number }

/** As many as a request may carry. */
const MAX_ALIASES = 30

const kept = (spellings: readonly string[]): string[] => [
  ...new Map(spellings.map((spelling) => [foldedSpelling(spelling), spelling])).values(),
]

/** Each alias once, and none that the names say already. */
const withoutDoubles = (category: Category): Category => {
  const names = [category.name, category.shortName].map(foldedSpelling)
  const aliases = kept(category.aliases).filter((alias) => !names.includes(foldedSpelling(alias)))
  return { ...category, aliases: aliases.slice(0, MAX_ALIASES) }
}

/** What a category was called before stays, whatever looks like it by now. */
const assertFree = (categories: readonly Category[], category: Category, former: readonly string[] = []): void => {
  const others = categories.filter(({ id }) => id !== category.id)
  for (const spelling of spellingsOf(category).filter((each) => !former.includes(each))) {
    const alike = others.find((other) =>
      spellingsOf(other).some((known) => appearanceOf(known) === appearanceOf(spelling)),
    )
    if (alike && !findCategory(others, spelling))
      throw conflict('CATEGORY_NAME_TAKEN', `“${spelling}” looks like a name of ${alike.name}.`)
  }
  for (const spelling of spellingsOf(category)) {
    const holder = findCategory(others, spelling)
    if (holder) throw conflict('CATEGORY_NAME_TAKEN', `“${spelling}” means ${holder.name} already.`)
  }
}

/** All of them with this one at its place, 1 first, the others moved up or down. */
const placed = (categories: readonly Category[], moved: Category, order: number): Category[] =>
  categories
    .filter(({ id }) => id !== moved.id)
    .toSpliced(order - 1, 0, moved)
    .map((category, index) => ({ ...category, order: index + 1 }))

const differs = (a: Category, b: Category | undefined): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** What a write makes of the categories: those that change, the one it is about among them or not at all. */
export type CategoriesChange = { category: Category; changed: Category[] }

const changeOf = (before: readonly Category[], after: readonly Category[], id: number): CategoriesChange => {
  const known = new Map(before.map((category) => [category.id, category]))
  const category = after.find((one) => one.id === id)
  if (!category) throw new Error(`category ${id} is not among them`)
  return { category, changed: after.filter((one) => differs(one, known.get(one.id))) }
}

/** A category more, at the end of every list unless it says where. */
export const newCategory = (
  categories: readonly Category[],
  id: number,
  { shortName, order, ...body }: CreateCategoryBody,
): CategoriesChange => {
  const category = withoutDoubles({
    ...body,
    id,
    shortName: shortName ?? body.name.slice(0, 24).trim(),
    isMain: false,
    archived: false,
    order: categories.length + 1,
  })
  assertFree(categories, category)
  return changeOf(categories, placed(categories, category, order ?? category.order), id)
}

/**
 * The main category becomes another one only before anything was played for: what its sessions are worth would change
 * under the tips.
 */
const assertMainMoves = (main: Category, next: Category, usageOf: (id: number) => Usage): void => {
  if (next.archived) throw conflict('CATEGORY_ARCHIVED', `${next.name} is archived.`)
  for (const { id, name } of [main, next])
    if (usageOf(id).sessions > 0)
      throw conflict('HAS_SESSIONS', `${name} has sessions, so the main category can’t change any more.`)
}

/**
 * What a PATCH makes of a category. A name it gives up stays as an alias: a page that was opened before, and last
 * year's sheets, go on naming it so. Aliases that are sent are all it has besides.
 */
export const changedCategories = (
  categories: readonly Category[],
  before: Category,
  patch: PatchCategoryBody,
  usageOf: (id: number) => Usage,
): CategoriesChange => {
  const { order = before.order, aliases = before.aliases, ...sent } = patch
  const former = [before.name, before.shortName]
  const next = withoutDoubles({ ...before, ...sent, order: before.order, aliases: [...aliases, ...former] })
  assertFree(categories, next, spellingsOf(before))
  const main = categories.find(({ isMain }) => isMain)
  if (before.isMain && !next.isMain) throw badField('isMain', 'cannot be none: choose another one instead')
  if (before.isMain && next.archived) throw conflict('MAIN_CATEGORY', 'The main category can’t be archived.')
  if (main && next.isMain && !before.isMain) assertMainMoves(main, next, usageOf)
  const others = categories.map((category) => (next.isMain ? { ...category, isMain: false } : category))
  const replaced = others.map((category) => (category.id === next.id ? next : category))
  return changeOf(categories, order === before.order ? replaced : placed(replaced, next, order), next.id)
}

/** One with sessions or cars is only archived (docs/rules.md, Categories). */
export const assertDeletable = (category: Category, { sessions, cars }: Usage): void => {
  if (category.isMain) throw conflict('MAIN_CATEGORY', 'The main category can’t be deleted.')
  if (sessions + cars > 0) throw conflict('HAS_SESSIONS', `${category.name} has sessions or cars. Archive it instead.`)
}

/** Those that stay, numbered anew. */
export const withoutCategory = (categories: readonly Category[], gone: Category): Category[] =>
  categories
    .filter(({ id }) => id !== gone.id)
    .map((category, index) => ({ ...category, order: index + 1 }))
    .filter((category) =>
      differs(
        category,
        categories.find(({ id }) => id === category.id),
      ),
    )

/** The category as its event tells it. */
export const categoryState = (category: Category, deleted = false) => ({ ...category, deleted })
