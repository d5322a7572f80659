import type { HeatMapEntry, HeatZone } from '@purple-sector/contracts/engagement/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../client/api/api.ts'
import { minutes } from '../../client/api/query-client.ts'

export const heatMapKey = (weekendId: number) => ['/api/weekends', weekendId, 'heat-map'] as const

/** The heat map scores of a weekend's drivers in all categories, best first. */
export const heatMapQuery = (weekendId: number) =>
  queryOptions({
    queryKey: heatMapKey(weekendId),
    queryFn: () => api.get<HeatMapEntry[]>(`/api/weekends/${weekendId}/heat-map`),
    staleTime: minutes(30),
  })

export type ZoneOfCar = (car: Pick<Car, 'id' | 'driver'>) => HeatZone | undefined

const NONE: readonly HeatMapEntry[] = []

const isOf = (entry: HeatMapEntry, { id, driver }: Pick<Car, 'id' | 'driver'>): boolean =>
  entry.carId === id && entry.driverName.toLowerCase() === driver.toLowerCase()

/** Returns a lookup from a car to its driver's heat map zone; undefined while unknown. */
export const useHeatZones = (weekendId: number): ZoneOfCar => {
  const { data = NONE } = useQuery(heatMapQuery(weekendId))
  return useCallback((car) => data.find((entry) => isOf(entry, car))?.heatMapZone, [data])
}
