import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { remainingDelayMs } from '../../../client/spoiler/delay.ts'
import { waitForSpoilerDelay } from '../../../client/spoiler/delayed-replies.ts'
import { withoutOutcome } from './race-mask.ts'
import { productRacesKey, racesKey } from './weekend-keys.ts'

type DelayedOutcomes = Map<number, Race[]>

/** Outcomes of races within the spoiler delay, oldest first, with all other fields current. */
const delayed = new WeakMap<QueryClient, DelayedOutcomes>()

const listeners = new WeakMap<QueryClient, (race: Race) => void>()

/** Calls `show` with each race whose outcome becomes old enough, until the returned function is called. */
export const onOutcomeDue = (client: QueryClient, show: (race: Race) => void): (() => void) => {
  listeners.set(client, show)
  return () => listeners.delete(client)
}

const raceOnScreen = (client: QueryClient, { id, weekendId }: Race): Race | undefined =>
  [racesKey(weekendId), productRacesKey(weekendId)]
    .flatMap((queryKey) => client.getQueryData<Race[]>(queryKey) ?? [])
    .find((race) => race.id === id)

const changedAt = ({ resultChangedAt }: Race): number => Date.parse(resultChangedAt ?? '')

/** Shows each outcome once it is old enough: a result that is corrected soon after is shown in its own time, too. */
const showLater = async (client: QueryClient, races: DelayedOutcomes, id: number): Promise<void> => {
  for (;;) {
    const [first] = races.get(id) ?? []
    if (!first) return
    await waitForSpoilerDelay(changedAt(first))
    const delayedRaces = races.get(id) ?? []
    const due = delayedRaces.findLastIndex((race) => remainingDelayMs(changedAt(race)) === 0)
    const [outcome, newest] = [delayedRaces[due], delayedRaces.at(-1)]
    if (!outcome || !newest) continue
    const rest = delayedRaces.slice(due + 1)
    if (rest.length > 0) races.set(id, rest)
    else races.delete(id)
    listeners.get(client)?.(withoutOutcome(newest, outcome))
  }
}

/**
 * Returns the race as the fan may see it: with its previous outcome during the spoiler delay, and all other fields
 * current. The delayed outcome follows in time (`onOutcomeDue`).
 */
export const visibleRace = (client: QueryClient, race: Race): Race => {
  const races: DelayedOutcomes = delayed.get(client) ?? new Map()
  delayed.set(client, races)
  const visible = raceOnScreen(client, race)
  // An outcome that was visible stays so when a longer delay is chosen.
  const isSeen = visible?.resultChangedAt === race.resultChangedAt
  if (isSeen || remainingDelayMs(changedAt(race)) === 0) {
    races.delete(race.id)
    return race
  }
  const delayedRaces = races.get(race.id) ?? []
  races.set(race.id, [...delayedRaces.filter((waitingRace) => changedAt(waitingRace) < changedAt(race)), race])
  if (delayedRaces.length === 0) void showLater(client, races, race.id)
  return withoutOutcome(race, visible)
}

export const visibleRaces = (client: QueryClient, races: readonly Race[]): Race[] =>
  races.map((race) => visibleRace(client, race))
