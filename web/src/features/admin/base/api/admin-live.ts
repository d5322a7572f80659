import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../../../client/realtime/live-features.ts'
import { afterReply, refetchSoon } from '../../../../client/realtime/realtime-context.ts'
import { withRace, withWeekend } from '../../../weekend-data/api/weekend-live.ts'
import { adminCarsKey, adminRacesKey, adminWeekendsKey, allRacesKey } from './admin-keys.ts'

/** Returns the list with the item applied; the same list object when nothing changed. */
const applied = <Item extends { id: number }>(
  list: Item[] | undefined,
  item: Item,
  into: (list: Item[], item: Item) => Item[],
): Item[] | undefined => {
  const before = list?.find(({ id }) => id === item.id)
  return !list || (before && replaceEqualDeep(before, item) === before) ? list : into(list, item)
}

const applyRace = (client: QueryClient, race: Race): void => {
  for (const queryKey of [adminRacesKey(race.weekendId), allRacesKey]) {
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
    patchPart<Race[]>(client, queryKey, (races) => applied(races, race, withRace))
  }
}

const applyWeekend = (client: QueryClient, weekend: Weekend, deleted: boolean): void => {
  afterReply(client, adminWeekendsKey, () => refetchSoon(client, adminWeekendsKey))
  patchPart<Weekend[]>(client, adminWeekendsKey, (weekends) =>
    deleted ? weekends?.filter(({ id }) => id !== weekend.id) : applied(weekends, weekend, withWeekend),
  )
}

/** Keeps the lists of Setup current on every open screen, so administrators see each other's changes. */
export const adminLive = {
  onFrame(client, frame) {
    if (frame.type === 'race_status') applyRace(client, frame.data)
    if (frame.type !== 'weekend_updated') return
    const { weekend, deleted, racesChanged, carsChanged } = frame.data
    applyWeekend(client, weekend, deleted)
    if (racesChanged || deleted) refetchSoon(client, allRacesKey)
    if (carsChanged && !deleted) refetchSoon(client, adminCarsKey(weekend.id))
  },
  onReconnect: (client, since) =>
    invalidateOlderThan(client, since, ([root]) => root === 'contents' || String(root).startsWith('/api/admin/')),
  isRaceControl: true,
} satisfies LiveFeature
