import type { AddDriverRequest, Car, CreateCarRequest, PatchCarRequest } from '@purple-sector/contracts/weekends/http'

export const MANUFACTURERS = ['Chevrolet', 'Ford', 'Toyota', 'Porsche', 'BMW', 'Audi', 'Mercedes', 'Other']

export const CAR_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'crashed', label: 'Crashed' },
  { value: 'dnf', label: 'DNF' },
  { value: 'retired', label: 'Retired' },
] as const

/** State of both forms; ids and the number as typed. */
export type CarDraft = {
  name: string
  driver: string
  coDriver: string
  number: string
  team: string
  manufacturer: string
  model: string
  /** The race through which a car is entered. */
  raceId: string
  /** For drivers: the weekend, and the class, which names the category; '' for the main one. */
  weekendId: string
  class: string
}
export type CarErrors = Partial<Record<keyof CarDraft, string>>

/** Form fields by error code, for errors that name no field. */
export const FIELD_OF = { CAR_NUMBER_TAKEN: 'number', plate: 'number', CATEGORY_ARCHIVED: 'class' }

export const emptyCar = (weekendId: number): CarDraft => ({
  name: '',
  driver: '',
  coDriver: '',
  number: '',
  team: '',
  manufacturer: '',
  model: '',
  raceId: '',
  weekendId: String(weekendId),
  class: '',
})

/** Returns the draft of an existing car. Its name is empty while it equals the driver's. */
export const draftOf = (car: Car): CarDraft => ({
  ...emptyCar(car.weekendId),
  name: car.name === car.driver ? '' : car.name,
  driver: car.driver,
  coDriver: car.coDriver ?? '',
  number: car.plate,
  team: car.team,
  manufacturer: car.manufacturer,
  model: car.model ?? '',
})

const isCarNumber = (text: string): boolean => /^[0-9]{1,3}$/.test(text.trim())

/** Returns the plate as typed and its number: the plate 05 differs from 5. */
const numbersOf = (typed: string): { number: number; plate: string } => ({ number: Number(typed), plate: typed.trim() })

/** Whether weekend, driver name and car number are given, which identify a car. */
export const isDriverComplete = ({ weekendId, driver, number }: CarDraft): boolean =>
  weekendId !== '' && driver.trim() !== '' && number.trim() !== ''

/** Returns the errors of an edited car. */
export const editErrors = ({ driver, number }: CarDraft): CarErrors => ({
  ...(driver.trim() === '' ? { driver: 'Driver is required' } : {}),
  ...numberError(number),
})

export const carErrors = (draft: CarDraft): CarErrors => ({
  ...(draft.raceId === '' ? { raceId: 'Session is required' } : {}),
  ...editErrors(draft),
})

export const numberError = (number: string): CarErrors => (isCarNumber(number) ? {} : { number: 'Use 1 to 3 digits' })

export const carBody = (draft: CarDraft): CreateCarRequest => ({
  name: draft.name,
  driver: draft.driver,
  team: draft.team,
  ...numbersOf(draft.number),
  manufacturer: draft.manufacturer,
  raceId: Number(draft.raceId),
})

export const driverBody = (draft: CarDraft): AddDriverRequest => ({
  name: draft.name,
  ...numbersOf(draft.number),
  driver: draft.driver,
  coDriver: draft.coDriver || null,
  team: draft.team,
  manufacturer: draft.manufacturer,
  model: draft.model || null,
  class: draft.class || null,
})

/** Returns only the changed fields, so that concurrent changes stay. */
export const patchBody = (before: CarDraft, after: CarDraft): PatchCarRequest => {
  const keys = (['name', 'driver', 'coDriver', 'team', 'manufacturer', 'model'] as const).filter(
    (key) => after[key] !== before[key],
  )
  return {
    ...Object.fromEntries(keys.map((key) => [key, after[key]])),
    ...(after.number.trim() === before.number ? {} : numbersOf(after.number)),
  }
}

/** Returns the request that restores a withdrawn car: through its race, or by the class that names its category. */
export const revival = (car: Car): { path: string; body: CreateCarRequest | AddDriverRequest } => {
  const { name, driver, number, plate, team, manufacturer, coDriver, model } = car
  const entry = { name, driver, number, plate, team, manufacturer, coDriver, model }
  return car.raceId === null
    ? { path: `/api/admin/weekends/${car.weekendId}/drivers`, body: { ...entry, class: car.category } }
    : { path: '/api/admin/cars', body: { ...entry, class: car.class, raceId: car.raceId } }
}

/** Formats the drivers: `Jed Harrowell / Rory Tench`. */
export const driversOf = ({ driver, coDriver }: Pick<Car, 'driver' | 'coDriver'>): string =>
  coDriver ? `${driver} / ${coDriver}` : driver

/** Whether a car no longer races: withdrawn, or out. */
export const isOut = ({ withdrawn, status }: Pick<Car, 'withdrawn' | 'status'>): boolean =>
  withdrawn || status !== 'active'

/** Sorts withdrawn cars last. */
export const racingFirst = (cars: readonly Car[]): Car[] => [
  ...cars.filter(({ withdrawn }) => !withdrawn),
  ...cars.filter(({ withdrawn }) => withdrawn),
]
