import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../../client/realtime/live-features.ts'
import { afterReply, refetchSoon } from '../../../client/realtime/realtime-context.ts'
import { notifyCountingRacesChanged } from './counting-races.ts'
import { carsKey, productRacesKey, racesKey, weekendsKey } from './weekend-keys.ts'

const isSame = (a: unknown, b: unknown): boolean => replaceEqualDeep(a, b) === a

/** Sorts by start, those without a time last, then by id, like the server. */
const byStart = (a: Race, b: Race): number =>
  (a.scheduledStart ?? '9').localeCompare(b.scheduledStart ?? '9') || a.id - b.id

const byDate = (a: Weekend, b: Weekend): number => a.startDate.localeCompare(b.startDate) || a.id - b.id

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
    const cachedRace = races?.find(({ id }) => id === race.id)
    return races !== undefined && belongs(races) && !isSame(cachedRace, race)
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
  const cachedWeekend = () => client.getQueryData<Weekend[]>(queryKey)?.find(({ id }) => id === weekend.id)
  afterReply(client, queryKey, () => {
    if (!isSame(cachedWeekend(), weekend)) void client.invalidateQueries({ queryKey, exact: true })
  })
  const before = cachedWeekend()
  if (isSame(before, weekend)) return
  patchPart<Weekend[]>(client, queryKey, (weekends) => weekends && withWeekend(weekends, weekend))
  if (!client.getQueryData(queryKey)) return
  if (before && isSame(before.productRaceIds, weekend.productRaceIds)) return
  refetchSoon(client, productRacesKey(weekend.id))
  notifyCountingRacesChanged(client, weekend.id)
}

/** The fan's own statistics and the heat map share the prefix but belong to other features. */
const PARTS: ReadonlySet<unknown> = new Set<unknown>([undefined, 'races', 'purple-sector-races'])

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
