import { randomUUID } from 'node:crypto'
import type { Account, ProductApi } from '@purple-sector/race-day'

/** Default category of the races in these tests. */
export const category = 'Repco Supercars Championship'

/** Creates a weekend of today with one race without a time, four cars and four fans. */
export const createWeekendWithRace = async (
  api: ProductApi,
  { cookie }: Account,
  name: string,
  usernames: readonly string[] = ['ann', 'bob', 'cat', 'dan'],
) => {
  const today = new Date().toISOString().slice(0, 10)
  const body = { name, startDate: today, endDate: today, timeZone: 'UTC', isActive: true }
  const weekend = await api.createWeekend(cookie, randomUUID(), body)
  const addRace = (race: { name: string; category?: string; sessionType?: string; startTime?: string }) =>
    api.createRace(cookie, randomUUID(), { weekendId: weekend.id, category, sessionType: 'race1', ...race })
  const addCar = (raceId: number, number: number) =>
    api.enterCar(cookie, randomUUID(), {
      name: `Car ${number}`,
      number,
      driver: `Driver ${number}`,
      team: 'Team',
      manufacturer: 'Ford',
      raceId,
    })
  const race = await addRace({ name: 'Race 1' })
  for (const number of [1, 2, 3, 4]) await addCar(race.id, number)
  const cars = (await api.cars(cookie, weekend.id)).sort((a, b) => a.number - b.number).map(({ id }) => id)
  const fans = await Promise.all(
    usernames.map((username) =>
      api.register({ email: `${username}@example.org`, password: 'grid box four hundred', username }),
    ),
  )
  return { weekendId: weekend.id, raceId: race.id, cars, fans, addRace, addCar }
}
