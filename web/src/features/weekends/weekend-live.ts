import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveReaction } from '../../lib/live.ts'
import {
  currentWeekendQuery,
  nextRaceQuery,
  productRacesQuery,
  racesQuery,
  weekendQuery,
  weekendsQuery,
} from './weekend-queries.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** By start, those without a time last, then by id: as the server sorts. */
const byStart = (one: Race, other: Race): number =>
  (one.scheduledStart ?? '9').localeCompare(other.scheduledStart ?? '9') || one.id - other.id

const byDate = (one: Weekend, other: Weekend): number =>
  one.startDate.localeCompare(other.startDate) || one.id - other.id

/** The list with this race as it is now. */
export const withRace = (races: Race[], race: Race): Race[] =>
  [...races.filter(({ id }) => id !== race.id), race].sort(byStart)

/** The list with this weekend as it is now. */
export const withWeekend = (weekends: Weekend[], weekend: Weekend): Weekend[] =>
  [...weekends.filter(({ id }) => id !== weekend.id), weekend].sort(byDate)

const refetch = (client: QueryClient, ...queryKeys: (readonly unknown[])[]): void => {
  for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey, exact: true })
}

const takeRace = (client: QueryClient, race: Race): void => {
  const { queryKey } = racesQuery(race.weekendId)
  const races = client.getQueryData(queryKey)
  const before = races?.find(({ id }) => id === race.id)
  if (isSame(before, race)) return
  if (races) client.setQueryData(queryKey, withRace(races, race))
  client.setQueryData(productRacesQuery(race.weekendId).queryKey, (counting) =>
    counting?.some(({ id }) => id === race.id) ? withRace(counting, race) : counting,
  )
  refetch(client, nextRaceQuery(race.weekendId).queryKey)
}

const takeDeletion = (client: QueryClient, { id }: Weekend): void => {
  client.setQueryData(weekendsQuery.queryKey, (weekends) => weekends?.filter((weekend) => weekend.id !== id))
  client.setQueryData(currentWeekendQuery.queryKey, (current) => (current?.id === id ? null : current))
  refetch(client, weekendsQuery.queryKey, currentWeekendQuery.queryKey)
}

const takeWeekend = (client: QueryClient, weekend: Weekend): void => {
  const known = client.getQueryData(weekendsQuery.queryKey)?.find(({ id }) => id === weekend.id)
  if (isSame(known, weekend)) return
  client.setQueryData(weekendsQuery.queryKey, (weekends) => weekends && withWeekend(weekends, weekend))
  client.setQueryData(weekendQuery(weekend.id).queryKey, weekend)
  client.setQueryData(currentWeekendQuery.queryKey, (current) => (current?.id === weekend.id ? weekend : current))
  // Which weekend is the current one may be another now.
  refetch(client, currentWeekendQuery.queryKey)
  if (known && !isSame(known.productRaceIds, weekend.productRaceIds))
    refetch(client, productRacesQuery(weekend.id).queryKey)
}

/** Weekends, their sessions and their cars on every open screen. */
export const weekendLive: LiveReaction = (client, frame) => {
  if (frame.type === 'race_status') {
    takeRace(client, frame.data)
    return
  }
  if (frame.type !== 'weekend_updated') return
  const { weekend, deleted, racesChanged, carsChanged } = frame.data
  if (deleted) {
    takeDeletion(client, weekend)
    return
  }
  takeWeekend(client, weekend)
  if (racesChanged)
    refetch(
      client,
      racesQuery(weekend.id).queryKey,
      productRacesQuery(weekend.id).queryKey,
      nextRaceQuery(weekend.id).queryKey,
    )
  if (carsChanged) void client.invalidateQueries({ queryKey: ['/api/cars'] })
}
