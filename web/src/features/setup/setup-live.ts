import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { afterReply, type LiveReaction, refetchSoon } from '../../lib/live.ts'
import { withRace, withWeekend } from '../weekends/weekend-live.ts'
import { adminCarsQuery, adminRacesQuery, adminWeekendsQuery, allRacesQuery } from './setup-queries.ts'

/** The list with this one as it is told; the very same list where nothing is new. */
const taken = <Item extends { id: number }>(
  list: Item[] | undefined,
  item: Item,
  into: (list: Item[], item: Item) => Item[],
): Item[] | undefined => {
  const before = list?.find(({ id }) => id === item.id)
  return !list || (before && replaceEqualDeep(before, item) === before) ? list : into(list, item)
}

const takeRace = (client: QueryClient, race: Race): void => {
  for (const { queryKey } of [adminRacesQuery(race.weekendId), allRacesQuery]) {
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
    client.setQueryData(queryKey, (races) => taken(races, race, withRace))
  }
}

const takeWeekend = (client: QueryClient, weekend: Weekend, deleted: boolean): void => {
  const { queryKey } = adminWeekendsQuery
  afterReply(client, queryKey, () => refetchSoon(client, queryKey))
  client.setQueryData(queryKey, (weekends) =>
    deleted ? weekends?.filter(({ id }) => id !== weekend.id) : taken(weekends, weekend, withWeekend),
  )
}

/** The lists of Setup, on every open screen: who works beside another administrator sees what they do. */
export const setupLive: LiveReaction = (client, frame) => {
  if (frame.type === 'race_status') takeRace(client, frame.data)
  if (frame.type !== 'weekend_updated') return
  const { weekend, deleted, racesChanged, carsChanged } = frame.data
  takeWeekend(client, weekend, deleted)
  // The lists of single weekends begin with the same key.
  if (racesChanged || deleted) refetchSoon(client, allRacesQuery.queryKey)
  if (carsChanged && !deleted) refetchSoon(client, adminCarsQuery(weekend.id).queryKey)
}
