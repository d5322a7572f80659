import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api.ts'
import { minutes } from '../../lib/query-client.ts'

/** Freshness of spec part 1 section 9. */
const weekendFreshness = { staleTime: minutes(60), gcTime: minutes(24 * 60) }

const WEEKENDS = '/api/weekends'

export const weekendsQuery = queryOptions({
  queryKey: [WEEKENDS],
  queryFn: () => api.get<Weekend[]>(WEEKENDS),
  ...weekendFreshness,
})

/** The weekend that is on or next; null while there is none. */
export const currentWeekendQuery = queryOptions({
  queryKey: [WEEKENDS, 'current'],
  queryFn: async (): Promise<Weekend | null> => {
    try {
      return await api.get<Weekend>(`${WEEKENDS}/current`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  ...weekendFreshness,
})

export const weekendQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [WEEKENDS, weekendId],
    queryFn: () => api.get<Weekend>(`${WEEKENDS}/${weekendId}`),
    ...weekendFreshness,
  })

/** All sessions of a weekend, by start. */
export const racesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [WEEKENDS, weekendId, 'races'],
    queryFn: () => api.get<Race[]>(`${WEEKENDS}/${weekendId}/races`),
    staleTime: minutes(30),
  })

/** The sessions that count in the open competition (the Purple Sector filter). */
export const productRacesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [WEEKENDS, weekendId, 'purple-sector-races'],
    queryFn: () => api.get<Race[]>(`${WEEKENDS}/${weekendId}/purple-sector-races`),
    staleTime: minutes(30),
  })

/** The next session still ahead; null when there is none. */
export const nextRaceQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [WEEKENDS, weekendId, 'next-race'],
    queryFn: () => api.get<Race | null>(`${WEEKENDS}/${weekendId}/next-race`),
    staleTime: minutes(15),
  })

/** All cars of that session's category in its weekend, withdrawn ones left out. */
export const carsQuery = (raceId: number) =>
  queryOptions({
    queryKey: ['/api/cars', raceId],
    queryFn: () => api.get<Car[]>(`/api/cars/${raceId}`),
    staleTime: minutes(30),
  })
