import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { afterReply, type LiveReaction, refetchSoon } from '../../lib/live.ts'
import { myStatsQuery } from '../leaderboard/leaderboard-queries.ts'
import { tipsQuery } from '../tipping/tip-queries.ts'
import {
  currentWeekendQuery,
  nextRaceQuery,
  productRacesQuery,
  racesQuery,
  weekendQuery,
  weekendsQuery,
} from './weekend-queries.ts'

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

const takeRace = (client: QueryClient, race: Race): void => {
  const { queryKey } = racesQuery(race.weekendId)
  const isKnown = (): boolean =>
    isSame(
      client.getQueryData(queryKey)?.find(({ id }) => id === race.id),
      race,
    )
  const nextRaceChanged = () => refetchSoon(client, nextRaceQuery(race.weekendId).queryKey)
  afterReply(client, queryKey, () => {
    if (isKnown()) return
    refetchSoon(client, queryKey)
    nextRaceChanged()
  })
  if (!client.getQueryData(queryKey) || isKnown()) return
  client.setQueryData(queryKey, (races) => races && withRace(races, race))
  client.setQueryData(productRacesQuery(race.weekendId).queryKey, (counting) =>
    counting?.some(({ id }) => id === race.id) ? withRace(counting, race) : counting,
  )
  nextRaceChanged()
}

/** Who still sees it keeps it until what is current now has come: nothing flashes. */
const takeDeletion = (client: QueryClient, { id }: Weekend): void => {
  client.setQueryData(weekendsQuery.queryKey, (weekends) => weekends?.filter((weekend) => weekend.id !== id))
  void client.invalidateQueries({ queryKey: weekendsQuery.queryKey, exact: true })
  void client.invalidateQueries({ queryKey: currentWeekendQuery.queryKey })
}

const takeWeekend = (client: QueryClient, weekend: Weekend): void => {
  const { queryKey } = weekendsQuery
  const known = () => client.getQueryData(queryKey)?.find(({ id }) => id === weekend.id)
  afterReply(client, queryKey, () => {
    if (!isSame(known(), weekend)) void client.invalidateQueries({ queryKey, exact: true })
  })
  const before = known()
  if (isSame(before, weekend)) return
  client.setQueryData(queryKey, (weekends) => weekends && withWeekend(weekends, weekend))
  client.setQueryData(weekendQuery(weekend.id).queryKey, weekend)
  client.setQueryData(currentWeekendQuery.queryKey, (current) => (current?.id === weekend.id ? weekend : current))
  if (!client.getQueryData(queryKey)) return
  // Which weekend is the current one may be another now.
  void client.invalidateQueries({ queryKey: currentWeekendQuery.queryKey })
  if (before && isSame(before.productRaceIds, weekend.productRaceIds)) return
  refetchSoon(client, productRacesQuery(weekend.id).queryKey)
  refetchSoon(client, tipsQuery(weekend.id).queryKey)
  refetchSoon(client, myStatsQuery(weekend.id).queryKey)
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
  if (racesChanged) {
    refetchSoon(client, racesQuery(weekend.id).queryKey)
    refetchSoon(client, productRacesQuery(weekend.id).queryKey)
    refetchSoon(client, nextRaceQuery(weekend.id).queryKey)
  }
  if (carsChanged) refetchSoon(client, ['/api/cars'])
}
