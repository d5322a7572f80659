import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { visibleCars } from './visible-cars.ts'
import { visibleRaces } from './visible-races.ts'
import { carsKey, productRacesKey, racesKey, weekendsKey } from './weekend-keys.ts'

/** Weekends change a few times a year, and frames report it. */
const weekendFreshness = { staleTime: minutes(60), gcTime: minutes(24 * 60) }

/** Deadlines and cars are never delayed: the racing data in them is hidden here instead. */
const IMMEDIATE = { isImmediate: true }

const WEEKENDS = '/api/weekends'

export const weekendsQuery = queryOptions({
  queryKey: weekendsKey,
  queryFn: () => api.get<Weekend[]>(WEEKENDS),
  ...weekendFreshness,
})

/** All races of a weekend, by start. */
export const racesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: racesKey(weekendId),
    queryFn: async ({ client }) =>
      visibleRaces(client, await api.get<Race[]>(`${WEEKENDS}/${weekendId}/races`, IMMEDIATE)),
    staleTime: minutes(30),
  })

/** The races that count in the open competition (the Purple Sector filter). */
export const productRacesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: productRacesKey(weekendId),
    queryFn: async ({ client }) =>
      visibleRaces(client, await api.get<Race[]>(`${WEEKENDS}/${weekendId}/purple-sector-races`, IMMEDIATE)),
    staleTime: minutes(30),
  })

/** The cars of a race's category in its weekend, without withdrawn ones. */
export const carsQuery = (raceId: number) =>
  queryOptions({
    queryKey: [...carsKey, raceId],
    queryFn: async ({ client, queryKey }) =>
      visibleCars(client, queryKey, await api.reply(`/api/cars/${raceId}`, IMMEDIATE)),
    staleTime: minutes(30),
  })
