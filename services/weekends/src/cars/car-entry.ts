import { findCategory } from '@purple-sector/contracts/categories'
import { numberOfPlate } from '@purple-sector/contracts/weekends/car-plate'
import type { AddDriverBody, Category, CreateCarBody } from '@purple-sector/contracts/weekends/http'
import { conflict } from '@purple-sector/service-kit/errors'
import type { NewCar, StoredCar } from './car.ts'

export type CarChange = { before: StoredCar; after: StoredCar }

type Entry = Omit<CreateCarBody, 'raceId'>
type Place = { weekendId: number; categoryId: number; category: string; raceId: number | null }

/** The category a driver is entered in: the one their class names, else the main one (docs/rules.md, Cars). */
export const categoryOfClass = (categories: readonly Category[], named: string | null | undefined): Category => {
  const category = (named ? findCategory(categories, named) : undefined) ?? categories.find(({ isMain }) => isMain)
  if (!category) throw new Error('there is no main category')
  return category
}

/** A driver's form names them by `driver` or by `name`. */
export const entryOfDriver = (body: AddDriverBody): Entry => ({ ...body, driver: body.driver || body.name || '' })

export const orNull = (text: string | null | undefined): string | null => text || null

/** The car as it enters: racing, and named for its driver where it has no name of its own. */
export const enteredCar = (entry: Entry, place: Place): NewCar => ({
  ...place,
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

/** Who has the plate is said where it is known. */
export const plateTaken = (plate: string, holder?: StoredCar) =>
  conflict(
    'CAR_NUMBER_TAKEN',
    holder?.withdrawn
      ? `Car #${plate} of ${holder.driver} is withdrawn from this category and keeps its number.`
      : `Car #${plate}${holder ? ` of ${holder.driver}` : ''} is entered in this category already.`,
  )

/** A plate is entered once per category; that of a withdrawn car revives it (docs/rules.md, Cars). */
export const revivedCar = (holder: StoredCar, entered: NewCar): StoredCar => {
  if (!holder.withdrawn) throw plateTaken(holder.plate, holder)
  return { ...entered, id: holder.id }
}

const sameName = (a: string | null, b: string): boolean =>
  a !== null && a.trim().toLocaleLowerCase('en') === b.trim().toLocaleLowerCase('en')

/**
 * The cars that change when a driver leaves the weekend: their own are withdrawn, those they share lose them as
 * co-driver. Names are compared without regard to case (docs/rules.md, Cars).
 */
export const withoutDriver = (cars: readonly StoredCar[], driver: string): CarChange[] =>
  cars
    .filter((car) => !car.withdrawn)
    .flatMap((before): CarChange[] => {
      if (sameName(before.driver, driver)) return [{ before, after: { ...before, withdrawn: true } }]
      return sameName(before.coDriver, driver) ? [{ before, after: { ...before, coDriver: null } }] : []
    })
