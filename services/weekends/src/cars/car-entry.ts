import { findCategory } from '@purple-sector/contracts/categories'
import { numberOfPlate } from '@purple-sector/contracts/weekends/car-plate'
import type { AddDriverBody, Category, CreateCarBody } from '@purple-sector/contracts/weekends/http'
import { conflict } from '@purple-sector/service-kit/errors'
import type { NewCar, StoredCar } from './car.ts'

export type CarChange = { before: StoredCar; after: StoredCar }

type Entry = Omit<CreateCarBody, 'raceId'>
type EntryCategory = { weekendId: number; categoryId: number; category: string; raceId: number | null }

/** Returns a driver's category: the one named by the class, else the main one (docs/rules.md, Cars). */
export const categoryOfClass = (categories: readonly Category[], spelling: string | null | undefined): Category => {
  const category =
    (spelling ? findCategory(categories, spelling) : undefined) ?? categories.find(({ isMain }) => isMain)
  if (!category) throw new Error('there is no main category')
  return category
}

/** Normalizes the form of a driver, which has the name in `driver` or in `name`. */
export const entryOfDriver = (body: AddDriverBody): Entry => ({ ...body, driver: body.driver || body.name || '' })

export const orNull = (text: string | null | undefined): string | null => text || null

/** Builds a new car: active, and named after its driver if the entry has no name. */
export const enteredCar = (entry: Entry, entryCategory: EntryCategory): NewCar => ({
  ...entryCategory,
  number: numberOfPlate(entry.plate),
  plate: entry.plate,
  name: entry.name || entry.driver,
  driver: entry.driver,
  coDriver: orNull(entry.coDriver),
  team: entry.team,
  manufacturer: entry.manufacturer,
  model: orNull(entry.model),
  class: orNull(entry.class),
  status: 'active',
  withdrawn: false,
})

/** Builds the 409 of an occupied plate, with the driver of the car that has it, if known. */
export const plateConflict = (plate: string, holder?: StoredCar) =>
  conflict(
    'CAR_NUMBER_TAKEN',
    holder?.withdrawn
      ? `Car #${plate} of ${holder.driver} is withdrawn from this category and keeps its number.`
      : `Car #${plate}${holder ? ` of ${holder.driver}` : ''} is entered in this category already.`,
  )

/** Revives the withdrawn car with that plate: a plate is entered once per category (docs/rules.md, Cars). */
export const revivedCar = (holder: StoredCar, entered: NewCar): StoredCar => {
  if (!holder.withdrawn) throw plateConflict(holder.plate, holder)
  return { ...entered, id: holder.id }
}

const isSameName = (a: string | null, b: string): boolean =>
  a !== null && a.trim().toLocaleLowerCase('en') === b.trim().toLocaleLowerCase('en')

/**
 * Returns the changes when a driver leaves the weekend: withdraws cars with that driver, and clears that co-driver of
 * other cars. Names are compared without regard to case (docs/rules.md, Cars).
 */
export const withoutDriver = (cars: readonly StoredCar[], driver: string): CarChange[] =>
  cars
    .filter((car) => !car.withdrawn)
    .flatMap((before): CarChange[] => {
      if (isSameName(before.driver, driver)) return [{ before, after: { ...before, withdrawn: true } }]
      return isSameName(before.coDriver, driver) ? [{ before, after: { ...before, coDriver: null } }] : []
    })
