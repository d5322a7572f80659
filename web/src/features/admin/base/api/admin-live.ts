import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { afterReply, patchPart, refetchSoon } from '../../../../client/realtime/cache-updates.ts'
import { withRace, withWeekend } from '../../../weekend-data/api/weekend-live.ts'
import { adminRacesKey, adminWeekendsKey, allRacesKey } from './admin-keys.ts'

/** Returns the list with the item applied; the same list object when nothing changed. */
const applied = <Item extends { id: number }>(
  list: Item[] | undefined,
  item: Item,
  into: (list: Item[], item: Item) => Item[],
): Item[] | undefined => {
  const before = list?.find(({ id }) => id === item.id)
  return !list || (before && replaceEqualDeep(before, item) === before) ? list : into(list, item)
}

/** Applies a race to the lists of Setup, so that administrators see each other's changes on every open screen. */
export const applyRaceToSetup = (client: QueryClient, race: Race): void => {
  for (const queryKey of [adminRacesKey(race.weekendId), allRacesKey]) {
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
    patchPart<Race[]>(client, queryKey, (races) => applied(races, race, withRace))
  }
}

/** Applies a weekend to the list of Setup. */
export const applyWeekendToSetup = (
  client: QueryClient,
  { weekend, deleted }: FrameOf<'weekend_updated'>['data'],
): void => {
  afterReply(client, adminWeekendsKey, () => refetchSoon(client, adminWeekendsKey))
  patchPart<Weekend[]>(client, adminWeekendsKey, (weekends) =>
    deleted ? weekends?.filter(({ id }) => id !== weekend.id) : applied(weekends, weekend, withWeekend),
  )
}
