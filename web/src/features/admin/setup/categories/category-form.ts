import { foldedSpelling, spellingsOf } from '@purple-sector/contracts/categories'
import type { Category, CreateCategoryBody, PatchCategoryBody } from '@purple-sector/contracts/weekends/http'

/** State of the form; aliases one per line, as typed. */
export type CategoryDraft = { name: string; shortName: string; aliases: string; colour: string; isMain: boolean }
export type CategoryErrors = Partial<Record<keyof CategoryDraft, string>>

export const emptyCategory: CategoryDraft = { name: '', shortName: '', aliases: '', colour: '#73808f', isMain: false }

export const draftOf = ({ name, shortName, aliases, colour, isMain }: Category): CategoryDraft => ({
  name,
  shortName,
  aliases: aliases.join('\n'),
  // Colour inputs use lower case.
  colour: colour.toLowerCase(),
  isMain,
})

const aliasesOf = ({ aliases }: CategoryDraft): string[] =>
  aliases
    .split('\n')
    .map((alias) => alias.trim())
    .filter(Boolean)

const MAX = { name: 80, shortName: 24, aliases: 30 }

/** Returns the error of a name: digits alone would be an id, and each name must be unique. */
const spellingError = (
  spelling: string,
  maxLength: number,
  otherCategories: readonly Category[],
): string | undefined => {
  if (spelling.length > maxLength) return `“${spelling}” is longer than ${maxLength} characters`
  if (/^\d+$/.test(spelling)) return `“${spelling}” can’t be digits only`
  const owner = otherCategories.find((other) =>
    spellingsOf(other).map(foldedSpelling).includes(foldedSpelling(spelling)),
  )
  return owner && `“${spelling}” already means ${owner.name}`
}

/** Returns the validation errors of the form by field. `others` are all other categories. */
export const categoryErrors = (draft: CategoryDraft, otherCategories: readonly Category[]): CategoryErrors => {
  const aliases = aliasesOf(draft)
  const name =
    draft.name.trim() === '' ? 'Name is required' : spellingError(draft.name.trim(), MAX.name, otherCategories)
  const shortName = draft.shortName.trim() && spellingError(draft.shortName.trim(), MAX.shortName, otherCategories)
  const alias =
    aliases.length > MAX.aliases
      ? `At most ${MAX.aliases} other names`
      : aliases.map((spelling) => spellingError(spelling, MAX.name, otherCategories)).find(Boolean)
  return { ...(name && { name }), ...(shortName && { shortName }), ...(alias && { aliases: alias }) }
}

/** Returns the short name, by default the start of the name. */
const shortOf = ({ name, shortName }: CategoryDraft): string => shortName.trim() || name.trim().slice(0, MAX.shortName)

export const createBody = (draft: CategoryDraft): CreateCategoryBody => ({
  name: draft.name.trim(),
  ...(draft.shortName.trim() && { shortName: draft.shortName.trim() }),
  aliases: aliasesOf(draft),
  colour: draft.colour,
})

/** Returns only the changed fields, so that concurrent changes stay. */
export const patchBody = (before: CategoryDraft, after: CategoryDraft): PatchCategoryBody => ({
  ...(after.name.trim() !== before.name && { name: after.name.trim() }),
  ...(shortOf(after) !== before.shortName && { shortName: shortOf(after) }),
  ...(aliasesOf(after).join('\n') !== before.aliases && { aliases: aliasesOf(after) }),
  ...(after.colour !== before.colour && { colour: after.colour }),
  ...(after.isMain && !before.isMain && { isMain: true }),
})

/** Returns the categories with one moved to an index from 0. */
export const moved = (categories: readonly Category[], id: number, to: number): Category[] => {
  const otherCategories = categories.filter((category) => category.id !== id)
  return otherCategories
    .toSpliced(to, 0, ...categories.filter((category) => category.id === id))
    .map((category, index) => ({ ...category, order: index + 1 }))
}
