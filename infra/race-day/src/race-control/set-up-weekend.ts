import type { AnnouncedStart } from '../account/expected-deadlines.ts'
import type { CompressedClock } from '../clock.ts'
import { inParallel } from '../fans/in-parallel.ts'
import type { Account, ProductApi } from '../fans/product-api.ts'
import { PreflightError } from '../preflight-error.ts'
import { type CarDetails, carAt, enteredAt } from '../recording/entries.ts'
import type { PlayedCategories, PlayedCategory } from '../recording/programme-categories.ts'
import type { Recording } from '../recording/recording.ts'
import { realStart } from './race-control-steps.ts'

/** The product's ids of everything that the recording names. */
export type Programme = {
  weekendId: number
  races: Map<string, number>
  starts: Map<string, AnnouncedStart[]>
  /** Between these moments all races were created; ms by the player's clock. */
  created: { sent: number; received: number }
  categories: PlayedCategories
  /** Ids by category and plate; a car that enters late is added when it is entered. */
  cars: Map<string, number>
}

const carKey = (category: string, plate: string): string => `${category} ${plate}`

export const categoryOf = ({ categories }: Pick<Programme, 'categories'>, category: string): PlayedCategory => {
  const played = categories.get(category)
  if (!played) throw new Error(`${category} is in no list of the recording.`)
  return played
}

/** Returns the id of a car; undefined before it was entered. */
export const carId = ({ cars }: Pick<Programme, 'cars'>, category: string, plate: string): number | undefined =>
  cars.get(carKey(category, plate))

/** Creates the weekend: it starts today and lasts as long as the recorded one. */
export const createWeekend = async (
  api: ProductApi,
  admin: Account,
  recording: Recording,
  run: string,
  now: Date,
): Promise<number> => {
  const { name, description, venue, startDate, endDate, timeZone } = recording.weekend
  const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
  const last = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  const body = {
    name: `${name} (${run})`,
    description,
    venue,
    startDate: today,
    endDate: last,
    timeZone,
    isActive: false,
  }
  return (await api.createWeekend(admin.cookie, `${run}-weekend`, body)).id
}

/** Creates the races at their compressed times, then enters the cars, some through the drivers' list. */
export const createProgramme = async (
  api: ProductApi,
  admin: Account,
  {
    recording,
    weekendId,
    run,
    clock,
    categories,
  }: {
    recording: Recording
    weekendId: number
    run: string
    clock: CompressedClock
    categories: PlayedCategories
  },
): Promise<Programme> => {
  const races = new Map<string, number>()
  const starts = new Map<string, AnnouncedStart[]>()
  const created = { sent: Date.now(), received: Number.POSITIVE_INFINITY }
  await inParallel(recording.sessions, 4, async (race) => {
    const start = race.plannedStart === null ? null : realStart(clock, race.plannedStart)
    const created = await api.createRace(admin.cookie, `${run}-${race.id}`, {
      weekendId,
      name: race.name,
      category: categoryOf({ categories }, race.category).id,
      sessionType: race.type,
      status: 'upcoming',
      ...(start !== null && { scheduledTime: new Date(start).toISOString() }),
      description: race.description ?? '',
      distance: race.distance ?? 'TBD',
      track: race.track ?? 'TBD',
      ...(race.points && { pointsAwarded: race.points }),
    })
    races.set(race.id, created.id)
    starts.set(race.id, start === null ? [] : [{ start, reported: null }])
  })
  created.received = Date.now()
  const programme: Programme = { weekendId, races, starts, created, categories, cars: new Map() }
  const entries = recording.categories.flatMap(({ category, cars }) =>
    cars.filter((car) => enteredAt(car) === Number.NEGATIVE_INFINITY).map((car) => ({ category, car })),
  )
  await inParallel(entries, 8, ({ category, car }) =>
    enterCar(api, admin, { recording, programme, run }, category, carAt(car, Date.parse(recording.fans.tipsOpen))),
  )
  await readCars(api, admin, programme)
  return programme
}

/**
 * Returns the id of a car that was entered.
 * @throws PreflightError if the product lost it
 */
export const enteredCarId = (programme: Pick<Programme, 'cars'>, category: string, plate: string): number => {
  const id = carId(programme, category, plate)
  if (id === undefined) throw new PreflightError(`Car ${plate} of ${category} was entered and is not in the car list.`)
  return id
}

/** Reads the ids of all cars that are entered by now. */
export const readCars = async (api: ProductApi, admin: Account, programme: Programme): Promise<void> => {
  const names = new Map([...programme.categories].map(([category, { id }]) => [id, category]))
  for (const { categoryId, plate, id } of await api.cars(admin.cookie, programme.weekendId)) {
    programme.cars.set(carKey(names.get(categoryId) ?? '', plate), id)
  }
}

type Entered = { recording: Recording; programme: Pick<Programme, 'weekendId' | 'races' | 'categories'>; run: string }

/** Enters a car through the first race of its category; one with two drivers through the drivers' list. */
export const enterCar = async (
  api: ProductApi,
  admin: Account,
  { recording, programme, run }: Entered,
  category: string,
  car: CarDetails,
): Promise<void> => {
  const { number: plate, driver, coDriver, team, manufacturer, model } = car
  const key = `${run}-${category}-${plate}`.slice(0, 128)
  const name = `${manufacturer} ${model ?? ''}`.trim()
  const numbers = { number: Number(plate), plate }
  if (coDriver) {
    const body = {
      name,
      ...numbers,
      driver,
      coDriver,
      team,
      manufacturer,
      model: model ?? '',
      class: categoryOf(programme, category).spelt,
    }
    await api.enterDriver(admin.cookie, key, programme.weekendId, body)
    return
  }
  const first = recording.sessions.find((race) => race.category === category)
  const raceId = first && programme.races.get(first.id)
  const body = { name, driver, team, ...numbers, manufacturer, ...(model && { model }), raceId }
  await api.enterCar(admin.cookie, key, body)
}
