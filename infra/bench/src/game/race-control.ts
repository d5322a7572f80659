import type { Started } from '../processes/product-host.ts'

type Row = { id: number }

/** Client of the product's public API, signed in as an administrator. */
export type RaceControl = {
  /** Headers of the administrator's browser. */
  cookie: string
  /** Creates a weekend with cars, whose races are a day ahead. */
  addWeekend(races: number): Promise<{ weekendId: number; raceIds: number[]; carIds: number[] }>
  publish(raceId: number, finished: readonly number[]): Promise<void>
  /**
   * Creates an active season of a weekend and further rounds without cars, in this order; these are not announced.
   * Returns their ids.
   */
  addSeason(firstWeekendId: number, furtherRounds: number): Promise<{ seasonId: number; weekendIds: number[] }>
  announce(weekendId: number): Promise<void>
}

const CARS = 24
const DAY_MS = 86_400_000

const send = async (url: string, method: string, path: string, body: unknown, cookie = ''): Promise<Response> => {
  const headers = { 'content-type': 'application/json', origin: url, cookie }
  const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

export const signInToRaceControl = async ({
  url,
  administrator,
}: Pick<Started, 'url' | 'administrator'>): Promise<RaceControl> => {
  const reply = await send(url, 'POST', '/api/auth/login', administrator)
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const add = async (path: string, body: unknown): Promise<Row> =>
    (await send(url, 'POST', path, body, cookie)).json() as Promise<Row>
  const today = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

  return {
    cookie,
    async addWeekend(races) {
      const weekend = await add('/api/admin/weekends', {
        name: 'Bathurst 1000',
        venue: 'Mount Panorama',
        startDate: today(0),
        endDate: today(3),
        isActive: true,
      })
      const carIds: number[] = []
      for (let number = 1; number <= CARS; number += 1) {
        const car = { number, driver: `Driver ${number}`, team: `Team ${number}`, class: 'Supercars' }
        carIds.push((await add(`/api/admin/weekends/${weekend.id}/drivers`, car)).id)
      }
      const raceIds: number[] = []
      for (let number = 1; number <= races; number += 1) {
        const scheduledTime = new Date(Date.now() + DAY_MS + number * 3_600_000).toISOString()
        const race = { weekendId: weekend.id, name: `Race ${number}`, category: 1, scheduledTime }
        raceIds.push((await add('/api/admin/races', race)).id)
      }
      return { weekendId: weekend.id, raceIds, carIds }
    },

    async addSeason(firstWeekendId, furtherRounds) {
      const season = await add('/api/admin/seasons', { name: 'Championship', year: 2026, status: 'active' })
      const weekendIds = [firstWeekendId]
      for (let number = 1; number <= furtherRounds; number += 1) {
        const dates = { startDate: today(number * 7), endDate: today(number * 7 + 2) }
        const weekend = { name: `Round ${number + 1}`, venue: 'Mount Panorama', ...dates, isActive: false }
        weekendIds.push((await add('/api/admin/weekends', weekend)).id)
      }
      const rounds = weekendIds.map((weekendId) => ({ weekendId }))
      await send(url, 'PUT', `/api/admin/seasons/${season.id}/weekends`, rounds, cookie)
      return { seasonId: season.id, weekendIds }
    },

    async announce(weekendId) {
      await send(url, 'PATCH', `/api/admin/weekends/${weekendId}`, { isActive: true }, cookie)
    },

    async publish(raceId, finished) {
      const classification = finished.map((carId, index) => ({ position: index + 1, carId, status: 'classified' }))
      await send(url, 'PUT', `/api/admin/races/${raceId}/results`, { status: 'provisional', classification }, cookie)
    },
  }
}
