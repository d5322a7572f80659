import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { afterReply, patchPart, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import { productRacesKey, racesKey, weekendsKey } from './weekend-keys.ts'

type WeekendUpdate = FrameOf<'weekend_updated'>['data']

const NO_ROUND = { seasonId: null, round: null }

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

/** Applies a race to the lists of its weekend. */
export const applyRace = (client: QueryClient, race: Race): void => {
  applyRaceTo(client, racesKey(race.weekendId), race, () => true)
  // Which races count is reported with the weekend.
  applyRaceTo(client, productRacesKey(race.weekendId), race, (races) => races.some(({ id }) => id === race.id))
}

const applyDeletion = (client: QueryClient, { id }: Weekend): void => {
  patchPart<Weekend[]>(client, weekendsKey, (weekends) => weekends?.filter((weekend) => weekend.id !== id))
  void client.invalidateQueries({ queryKey: weekendsKey, exact: true })
}

/** Whether other races of the weekend count in the open competition than before; false while no weekends are loaded. */
export const countOtherRaces = (client: QueryClient, { id, productRaceIds }: Weekend): boolean => {
  const weekends = client.getQueryData<Weekend[]>(weekendsKey)
  const before = weekends?.find((weekend) => weekend.id === id)
  return weekends !== undefined && !(before && isSame(before.productRaceIds, productRaceIds))
}

/** Whether the weekend came into a season, left it or is another round of it; false while no weekends are loaded. */
export const changesRounds = (client: QueryClient, { weekend, deleted }: WeekendUpdate): boolean => {
  const weekends = client.getQueryData<Weekend[]>(weekendsKey)
  if (weekends === undefined) return false
  const before = weekends.find(({ id }) => id === weekend.id)
  const { seasonId, round } = deleted ? NO_ROUND : weekend
  return (before?.seasonId ?? null) !== seasonId || (before?.round ?? null) !== round
}

/** Applies a weekend to the list of weekends, or its deletion. */
export const applyWeekend = (client: QueryClient, { weekend, deleted }: WeekendUpdate): void => {
  if (deleted) {
    applyDeletion(client, weekend)
    return
  }
  const queryKey = weekendsKey
  const cachedWeekend = () => client.getQueryData<Weekend[]>(queryKey)?.find(({ id }) => id === weekend.id)
  afterReply(client, queryKey, () => {
    if (!isSame(cachedWeekend(), weekend)) void client.invalidateQueries({ queryKey, exact: true })
  })
  if (isSame(cachedWeekend(), weekend)) return
  patchPart<Weekend[]>(client, queryKey, (weekends) => weekends && withWeekend(weekends, weekend))
}
