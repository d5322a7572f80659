import { findCategory, foldedSpelling, unknownCategory } from '@purple-sector/contracts/categories'
import type { CarEntry } from '@purple-sector/contracts/weekends/entries'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { StoredCar } from '../cars/car.ts'
import { changedCar, isSameCar } from '../cars/car-change.ts'
import { enteredCar } from '../cars/car-entry.ts'
import type { StoredRace } from '../races/race.ts'
import { type Decided, isRefused, type Refused, refused, temporaryId } from './row-decision.ts'

/** Present entries of the weekend once its sessions are decided; each row may add some. */
export type PresentEntries = {
  weekend: { id: number }
  categories: readonly Category[]
  races: readonly StoredRace[]
  cars: readonly StoredCar[]
  /** The rows so far, by the car they enter. */
  rows: ReadonlyMap<StoredCar['id'], number>
}

export type CarDecision = {
  decided: Decided
  /** The car before and after the row; the same object twice where nothing changes. */
  car?: { before: StoredCar | null; after: StoredCar }
}

/** Resolves the category that the row itself names: by its column, its class, or the name of its sheet. */
const categoryOf = ({ category, class: named, sheet }: CarEntry, categories: readonly Category[]) => {
  if (category !== undefined)
    return findCategory(categories, category) ?? refused('category', unknownCategory(categories, category))
  // Digits alone would be an id, which a class or a sheet name never is.
  const meant = [named, sheet].filter((spelling) => spelling !== undefined && /\D/.test(spelling))
  return meant.map((spelling) => findCategory(categories, spelling ?? '')).find(Boolean)
}

/** Resolves a row's session: by id, or by name within the category, or within the weekend without a category. */
const raceOf = (named: string, category: Category | undefined, races: readonly StoredRace[]): StoredRace | Refused => {
  if (/^\d+$/.test(named)) {
    const race = races.find(({ id }) => id === Number(named))
    return race ?? refused('race', `${named} is not a session of this weekend.`)
  }
  const spelled = races.filter(({ name }) => foldedSpelling(name) === foldedSpelling(named))
  const [race, other] = category ? spelled.filter(({ categoryId }) => categoryId === category.id) : spelled
  if (!race) return refused('race', `“${named}” is not a session of ${category?.name ?? 'this weekend'}.`)
  if (other && other.categoryId !== race.categoryId)
    return refused('race', `Several categories have “${named}”. Name the category, too.`)
  return race
}

const placeOf = (
  entry: CarEntry,
  { categories, races }: PresentEntries,
): { category: Category; race: StoredRace | undefined; isAssumed: boolean } | Refused => {
  const named = categoryOf(entry, categories)
  if (named && isRefused(named)) return named
  const race = entry.race === undefined ? undefined : raceOf(entry.race, named, races)
  if (race && isRefused(race)) return race
  if (race && named && race.categoryId !== named.id)
    return refused('race', `${entry.race} is a session of ${race.category}, not of ${named.name}.`)
  const main = entry.orMain ? categories.find(({ isMain }) => isMain) : undefined
  const said = named ?? categories.find(({ id }) => id === race?.categoryId)
  const category = said ?? main
  const mayBeOther = entry.class !== undefined || races.some(({ categoryId }) => categoryId !== main?.id)
  return category
    ? { category, race, isAssumed: !said && mayBeOther }
    : refused('category', 'Missing. Name it here, or let the sheet be called by it.')
}

/** Applies a row to an existing car. Omitted columns stay unchanged; only administrators set the status. */
const changed = (entry: CarEntry, before: StoredCar, race: StoredRace | undefined): CarDecision => {
  const { category } = before
  if (before.withdrawn)
    return {
      decided: refused(
        'plate',
        `Car #${before.plate} of ${before.driver} is withdrawn from this category. Enter it again in the list of cars.`,
      ),
    }
  const { driver, name, coDriver, team, manufacturer, model, class: named } = entry
  const patch = { driver, name, coDriver, team, manufacturer, model, class: named, raceId: race?.id }
  const after = changedCar(before, patch)
  if (isSameCar(before, after)) return { decided: { action: 'unchanged', category }, car: { before, after: before } }
  return { decided: { action: 'updated', category }, car: { before, after } }
}

export const decideCar = (entry: CarEntry, known: PresentEntries): CarDecision => {
  const place = placeOf(entry, known)
  if (isRefused(place)) return { decided: place }
  const { category, race, isAssumed } = place
  const holder = known.cars.find(({ categoryId, plate }) => categoryId === category.id && plate === entry.plate)
  const earlierRow = holder && known.rows.get(holder.id)
  if (earlierRow !== undefined)
    return { decided: refused('plate', `Car #${entry.plate} of ${category.name} stands there twice.`, earlierRow) }
  if (holder) return changed(entry, holder, race)
  const { team = '', manufacturer = '' } = entry
  const entered = enteredCar(
    { ...entry, team, manufacturer },
    { weekendId: known.weekend.id, categoryId: category.id, category: category.name, raceId: race?.id ?? null },
  )
  const id = temporaryId(known.cars)
  const decided: Decided = { action: 'created', category: category.name, ...(isAssumed && { categoryAssumed: true }) }
  return { decided, car: { before: null, after: { ...entered, id } } }
}
