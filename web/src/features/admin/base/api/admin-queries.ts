import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'
import { minutes } from '../../../../client/api/query-client.ts'
import { adminCarsKey, adminRacesKey, adminWeekendsKey, allRacesKey, contentsKey } from './admin-keys.ts'

/** Counts of what a weekend contains; null where the owning service is not installed. */
export type Contents = {
  races: number
  cars: number
  tips: number | null
  racers: number | null
  groups: number | null
  messages: number | null
}

const WEEKENDS = '/api/admin/weekends'
const RACES = '/api/admin/races'
const CARS = '/api/admin/cars'

export const adminWeekendsQuery = queryOptions({
  queryKey: adminWeekendsKey,
  queryFn: () => api.get<Weekend[]>(WEEKENDS),
  staleTime: minutes(5),
})

export const allRacesQuery = queryOptions({
  queryKey: allRacesKey,
  queryFn: () => api.get<Race[]>(RACES),
  staleTime: minutes(5),
})

/** The races of a weekend, sorted by start. */
export const adminRacesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: adminRacesKey(weekendId),
    queryFn: () => api.get<Race[]>(`${RACES}/${weekendId}`),
    staleTime: minutes(5),
  })

/** The cars of a weekend by category and number, including withdrawn ones. */
export const adminCarsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: adminCarsKey(weekendId),
    queryFn: () => api.get<Car[]>(`${CARS}/${weekendId}`),
    staleTime: minutes(5),
  })

/** Always refetched: administrators decide on deletions by these counts. */
export const contentsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: contentsKey(weekendId),
    queryFn: () => api.get<Contents>(`${WEEKENDS}/${weekendId}/contents`),
    staleTime: 0,
    gcTime: 0,
  })
