import { findCategory, foldedSpelling, unknownCategory } from '@purple-sector/contracts/categories'
import type { CarEntry } from '@purple-sector/contracts/weekends/entries'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { StoredCar } from '../cars/car.ts'
import { changedCar, isSameCar } from '../cars/car-change.ts'
import { enteredCar } from '../cars/car-entry.ts'
import type { StoredRace } from '../races/race.ts'
import { type Decided, isRejected, type Rejected, rejected, temporaryId } from './row-decision.ts'

/** Present entries of the weekend once its sessions are decided; each row may add some. */
export type PresentEntries = {
  weekend: { id: number }
  categories: readonly Category[]
  races: readonly StoredRace[]
  cars: readonly StoredCar[]
  /** The numbers of the rows decided so far, by the id of the car they enter. */
  rows: ReadonlyMap<StoredCar['id'], number>
}

export type CarDecision = {
  decided: Decided
  /** The car before and after the row; the same object twice if nothing changes. */
  car?: { before: StoredCar | null; after: StoredCar }
}

/** Resolves the category that the row itself names: by its column, its class, or the name of its sheet. */
const categoryOf = ({ category, class: className, sheet }: CarEntry, categories: readonly Category[]) => {
  if (category !== undefined)
    return findCategory(categories, category) ?? rejected('category', unknownCategory(categories, category))
  // Digits alone would be an id, which a class or a sheet name never is.
  const spellings = [className, sheet].filter((spelling) => spelling !== undefined && /\D/.test(spelling))
  return spellings.map((spelling) => findCategory(categories, spelling ?? '')).find(Boolean)
}

/** Resolves a row's race: by id, or by name within the category, or within the weekend without a category. */
const raceOf = (
  raceName: string,
  category: Category | undefined,
  races: readonly StoredRace[],
): StoredRace | Rejected => {
  if (/^\d+$/.test(raceName)) {
    const race = races.find(({ id }) => id === Number(raceName))
    return race ?? rejected('race', `${raceName} is not a session of this weekend.`)
  }
  const racesByName = races.filter(({ name }) => foldedSpelling(name) === foldedSpelling(raceName))
  const [race, other] = category ? racesByName.filter(({ categoryId }) => categoryId === category.id) : racesByName
  if (!race) return rejected('race', `“${raceName}” is not a session of ${category?.name ?? 'this weekend'}.`)
  if (other && other.categoryId !== race.categoryId)
    return rejected('race', `Several categories have “${raceName}”. Name the category, too.`)
  return race
}

const resolveEntry = (
  entry: CarEntry,
  { categories, races }: PresentEntries,
): { category: Category; race: StoredRace | undefined; isAssumed: boolean } | Rejected => {
  const rowCategory = categoryOf(entry, categories)
  if (rowCategory && isRejected(rowCategory)) return rowCategory
  const race = entry.race === undefined ? undefined : raceOf(entry.race, rowCategory, races)
  if (race && isRejected(race)) return race
  if (race && rowCategory && race.categoryId !== rowCategory.id)
    return rejected('race', `${entry.race} is a session of ${race.category}, not of ${rowCategory.name}.`)
  const main = entry.orMain ? categories.find(({ isMain }) => isMain) : undefined
  const explicitCategory = rowCategory ?? categories.find(({ id }) => id === race?.categoryId)
  const category = explicitCategory ?? main
  const mayBeOther = entry.class !== undefined || races.some(({ categoryId }) => categoryId !== main?.id)
  return category
    ? { category, race, isAssumed: !explicitCategory && mayBeOther }
    : rejected('category', 'Missing. Name it here, or let the sheet be called by it.')
}

/** Applies a row to an existing car. Omitted columns stay unchanged; only administrators set the status. */
const changeExisting = (entry: CarEntry, before: StoredCar, race: StoredRace | undefined): CarDecision => {
  const { category } = before
  if (before.withdrawn)
    return {
      decided: rejected(
        'plate',
        `Car #${before.plate} of ${before.driver} is withdrawn from this category. Enter it again in the list of cars.`,
      ),
    }
  const { driver, name, coDriver, team, manufacturer, model, class: className } = entry
  const patch = { driver, name, coDriver, team, manufacturer, model, class: className, raceId: race?.id }
  const after = changedCar(before, patch)
  if (isSameCar(before, after)) return { decided: { action: 'unchanged', category }, car: { before, after: before } }
  return { decided: { action: 'updated', category }, car: { before, after } }
}

export const decideCar = (entry: CarEntry, present: PresentEntries): CarDecision => {
  const resolved = resolveEntry(entry, present)
  if (isRejected(resolved)) return { decided: resolved }
  const { category, race, isAssumed } = resolved
  const holder = present.cars.find(({ categoryId, plate }) => categoryId === category.id && plate === entry.plate)
  const earlierRow = holder && present.rows.get(holder.id)
  if (earlierRow !== undefined)
    return { decided: rejected('plate', `Car #${entry.plate} of ${category.name} stands there twice.`, earlierRow) }
  if (holder) return changeExisting(entry, holder, race)
  const { team = '', manufacturer = '' } = entry
  const entered = enteredCar(
    { ...entry, team, manufacturer },
    { weekendId: present.weekend.id, categoryId: category.id, category: category.name, raceId: race?.id ?? null },
  )
  const id = temporaryId(present.cars)
  const decided: Decided = { action: 'created', category: category.name, ...(isAssumed && { categoryAssumed: true }) }
  return { decided, car: { before: null, after: { ...entered, id } } }
}
