import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../lib/live-features.ts'
import { notifyCountingRacesChanged } from './counting-races.ts'
import { carsKey, productRacesKey, racesKey, weekendsKey } from './weekend-keys.ts'

const isSame = (one: unknown, other: unknown): boolean => replaceEqualDeep(one, other) === one

/** Sorts by start, those without a time last, then by id, like the server. */
const byStart = (one: Race, other: Race): number =>
  (one.scheduledStart ?? '9').localeCompare(other.scheduledStart ?? '9') || one.id - other.id

const byDate = (one: Weekend, other: Weekend): number =>
  one.startDate.localeCompare(other.startDate) || one.id - other.id

/** Adds or replaces a race. */
export const withRace = (races: Race[], race: Race): Race[] =>
  [...races.filter(({ id }) => id !== race.id), race].sort(byStart)

/** Adds or replaces a weekend. */
export const withWeekend = (weekends: Weekend[], weekend: Weekend): Weekend[] =>
  [...weekends.filter(({ id }) => id !== weekend.id), weekend].sort(byDate)

/** Applies a race to one list. Lists are fetched at different times, so each decides whether the race is new to it. */
const applyRaceTo = (
  client: QueryClient,
  queryKey: readonly unknown[],
  race: Race,
  belongs: (races: Race[]) => boolean,
): void => {
  const isChanged = (): boolean => {
    const races = client.getQueryData<Race[]>(queryKey)
    const known = races?.find(({ id }) => id === race.id)
    return races !== undefined && belongs(races) && !isSame(known, race)
  }
  afterReply(client, queryKey, () => {
    if (isChanged()) refetchSoon(client, queryKey)
  })
  if (isChanged()) patchPart<Race[]>(client, queryKey, (races) => races && withRace(races, race))
}

const applyRace = (client: QueryClient, race: Race): void => {
  applyRaceTo(client, racesKey(race.weekendId), race, () => true)
  // Which races count is reported with the weekend.
  applyRaceTo(client, productRacesKey(race.weekendId), race, (races) => races.some(({ id }) => id === race.id))
}

const applyDeletion = (client: QueryClient, { id }: Weekend): void => {
  patchPart<Weekend[]>(client, weekendsKey, (weekends) => weekends?.filter((weekend) => weekend.id !== id))
  void client.invalidateQueries({ queryKey: weekendsKey, exact: true })
}

const applyWeekend = (client: QueryClient, weekend: Weekend): void => {
  const queryKey = weekendsKey
  const known = () => client.getQueryData<Weekend[]>(queryKey)?.find(({ id }) => id === weekend.id)
  afterReply(client, queryKey, () => {
    if (!isSame(known(), weekend)) void client.invalidateQueries({ queryKey, exact: true })
  })
  const before = known()
  if (isSame(before, weekend)) return
  patchPart<Weekend[]>(client, queryKey, (weekends) => weekends && withWeekend(weekends, weekend))
  if (!client.getQueryData(queryKey)) return
  if (before && isSame(before.productRaceIds, weekend.productRaceIds)) return
  refetchSoon(client, productRacesKey(weekend.id))
  notifyCountingRacesChanged(client, weekend.id)
}

/** Leaderboards and the fan's own figures share the prefix but belong to other features. */
const PARTS = new Set<unknown>([undefined, 'races', 'purple-sector-races'])

/** Keeps weekends, their races and their cars current on every open screen. */
export const weekendLive = {
  onFrame(client, frame) {
    if (frame.type === 'race_status') {
      applyRace(client, frame.data)
      return
    }
    if (frame.type !== 'weekend_updated') return
    const { weekend, deleted, racesChanged, carsChanged } = frame.data
    if (deleted) {
      applyDeletion(client, weekend)
      return
    }
    applyWeekend(client, weekend)
    if (racesChanged) {
      refetchSoon(client, racesKey(weekend.id))
      refetchSoon(client, productRacesKey(weekend.id))
    }
    if (carsChanged) refetchSoon(client, carsKey)
  },
  onReconnect: (client, since) =>
    invalidateOlderThan(
      client,
      since,
      ([root, , part]) => root === carsKey[0] || (root === weekendsKey[0] && PARTS.has(part)),
    ),
} satisfies LiveFeature
