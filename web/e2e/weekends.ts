import type { APIRequestContext, Page } from '@playwright/test'
import { json } from './people.ts'

export const SUPERCARS = 'Repco Supercars Championship'
export const SUPER2 = 'Dunlop Super2 Series'

type Entity = { id: number; name: string }
type Car = { id: number; number: number }

export type PlayedWeekend = { id: number; name: string; qualifying: number; race: number; cars: Car[] }

const DRIVERS = ['Elise Kinnear', 'Marcus Dray', 'Toby Vance', 'Priya Nandan']

/** A weekend of its own for one test: two categories, four Supercars, a qualifying and a race without times. */
export const newWeekend = async (admin: APIRequestContext, name: string): Promise<PlayedWeekend> => {
  const dayIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
  const post = async <T>(path: string, data: object): Promise<T> => json<T>(await admin.post(path, { data }))
  const weekend = await post<Entity>('/api/admin/weekends', {
    name,
    venue: 'Wattle Park',
    startDate: dayIn(0),
    // A test may start before midnight and end after.
    endDate: dayIn(24 * 60 * 60_000),
    isActive: true,
  })
  const cars: Car[] = []
  for (const [index, driver] of DRIVERS.entries())
    cars.push(
      await post<Car>(`/api/admin/weekends/${weekend.id}/drivers`, {
        driver,
        number: 7 + index,
        team: 'Coldstream Racing',
        class: SUPERCARS,
      }),
    )
  await post(`/api/admin/weekends/${weekend.id}/drivers`, {
    driver: 'Ollie Marsh',
    number: 7,
    team: 'Gully',
    class: SUPER2,
  })
  const addRace = (data: object) => post<Entity>('/api/admin/races', { weekendId: weekend.id, ...data })
  const qualifying = await addRace({ name: 'Qualifying', category: SUPERCARS, sessionType: 'qualifying' })
  const race = await addRace({ name: 'Race 1', category: SUPERCARS, sessionType: 'race1' })
  await addRace({ name: 'Race 1', category: SUPER2, sessionType: 'race1' })
  return { id: weekend.id, name, qualifying: qualifying.id, race: race.id, cars }
}

/** Makes the signed-in fan of this page follow that weekend. */
export const follow = async (page: Page, { id }: { id: number }): Promise<void> => {
  await json(await page.context().request.patch('/api/profile', { data: { preferredWeekendId: id } }))
}

/** Publishes the cars in this order, all classified. */
export const publish = async (
  admin: APIRequestContext,
  raceId: number,
  order: readonly (Car | undefined)[],
  more: object = {},
): Promise<void> => {
  const classification = order.map((car, index) => ({ position: index + 1, carId: car?.id, status: 'classified' }))
  const data = { status: 'provisional', classification, ...more }
  await json(await admin.put(`/api/admin/races/${raceId}/results`, { data }))
}
