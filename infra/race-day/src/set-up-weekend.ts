import type { Category } from '@purple-sector/contracts/categories'
import type { CompressedClock } from './clock.ts'
import { inParallel } from './in-parallel.ts'
import type { AnnouncedStart } from './judge-deadlines.ts'
import type { Account, ProductApi } from './product-api.ts'
import { realStart } from './race-control-steps.ts'
import type { RecordedCar, Recording } from './recording.ts'

/** The product's ids of what the recording names. */
export type Programme = {
  weekendId: number
  races: Map<string, number>
  starts: Map<string, AnnouncedStart[]>
  carId(category: string, number: number): number
}

/** Creates the weekend itself, today, as long as the recorded one. */
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

const raceNumbers = { practice: 1, qualifying: 1, shootout: 1, race1: 1, race2: 2, race3: 3 }

/** Creates the races at their compressed times, then enters the cars; some through the drivers' list. */
export const createProgramme = async (
  api: ProductApi,
  admin: Account,
  {
    recording,
    weekendId,
    run,
    clock,
  }: { recording: Recording; weekendId: number; run: string; clock: CompressedClock },
): Promise<Programme> => {
  const races = new Map<string, number>()
  const starts = new Map<string, AnnouncedStart[]>()
  await inParallel(recording.sessions, 4, async (race) => {
    const start = race.plannedStart === null ? null : realStart(clock, race.plannedStart)
    const created = await api.createRace(admin.cookie, `${run}-${race.id}`, {
      weekendId,
      name: race.name,
      category: race.category,
      sessionType: race.type,
      raceNumber: raceNumbers[race.type],
      status: 'upcoming',
      ...(start !== null && { scheduledTime: new Date(start).toISOString() }),
      description: race.description ?? '',
      distance: race.distance ?? 'TBD',
      track: race.track ?? 'TBD',
      ...(race.points && { pointsAwarded: race.points }),
    })
    races.set(race.id, created.id)
    starts.set(race.id, start === null ? [] : [{ start, told: null }])
  })
  const entries = recording.categories.flatMap(({ category, cars }) => cars.map((car) => ({ category, car })))
  await inParallel(entries, 8, ({ category, car }) =>
    enterCar(api, admin, { recording, weekendId, run, races }, category, car),
  )
  const ids = new Map((await api.cars(admin.cookie, weekendId)).map((car) => [`${car.category} ${car.number}`, car.id]))
  return {
    weekendId,
    races,
    starts,
    carId(category, number) {
      const id = ids.get(`${category} ${number}`)
      if (id === undefined) throw new Error(`Car ${number} of ${category} was entered and is not in the car list.`)
      return id
    },
  }
}

type Entered = { recording: Recording; weekendId: number; run: string; races: Map<string, number> }

/** Enters a car through the first race of its category; one with two drivers through the drivers' list. */
export const enterCar = async (
  api: ProductApi,
  admin: Account,
  { recording, weekendId, run, races }: Entered,
  category: Category,
  car: RecordedCar,
): Promise<void> => {
  const { number, driver, coDriver, team, manufacturer, model } = car
  const key = `${run}-${category}-${number}`.slice(0, 128)
  const name = `${manufacturer} ${model ?? ''}`.trim()
  if (coDriver) {
    const body = { name, number, driver, coDriver, team, manufacturer, model: model ?? '', class: category }
    await api.enterDriver(admin.cookie, key, weekendId, body)
    return
  }
  const first = recording.sessions.find((race) => race.category === category)
  const raceId = first && races.get(first.id)
  await api.enterCar(admin.cookie, key, { name, driver, team, number, manufacturer, ...(model && { model }), raceId })
}
