import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../lib/live-features.ts'
import { tellCountingRacesChanged } from './counting-races.ts'
import { carsKey, productRacesKey, racesKey, weekendsKey } from './weekend-keys.ts'

const isSame = (one: unknown, other: unknown): boolean => replaceEqualDeep(one, other) === one

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

/** Each list was read at its own moment: one may know of the race what another does not. */
const takeRaceInto = (
  client: QueryClient,
  queryKey: readonly unknown[],
  race: Race,
  belongs: (races: Race[]) => boolean,
): void => {
  const isNotifiable = (): boolean => {
    const races = client.getQueryData<Race[]>(queryKey)
    const known = races?.find(({ id }) => id === race.id)
    return races !== undefined && belongs(races) && !isSame(known, race)
  }
  afterReply(client, queryKey, () => {
    if (isNotifiable()) refetchSoon(client, queryKey)
  })
  if (isNotifiable()) patchPart<Race[]>(client, queryKey, (races) => races && withRace(races, race))
}

const takeRace = (client: QueryClient, race: Race): void => {
  takeRaceInto(client, racesKey(race.weekendId), race, () => true)
  // Which races count is told with the weekend.
  takeRaceInto(client, productRacesKey(race.weekendId), race, (races) => races.some(({ id }) => id === race.id))
}

const takeDeletion = (client: QueryClient, { id }: Weekend): void => {
  patchPart<Weekend[]>(client, weekendsKey, (weekends) => weekends?.filter((weekend) => weekend.id !== id))
  void client.invalidateQueries({ queryKey: weekendsKey, exact: true })
}

const takeWeekend = (client: QueryClient, weekend: Weekend): void => {
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
  tellCountingRacesChanged(client, weekend.id)
}

/** Boards and the fan's own numbers have keys that begin with the same word: they are not ours. */
const PARTS = new Set<unknown>([undefined, 'races', 'purple-sector-races'])

/** Weekends, their races and their cars on every open screen. */
export const weekendLive = {
  onFrame(client, frame) {
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
