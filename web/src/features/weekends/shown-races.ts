import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { tellFrame } from '../../lib/live-features.ts'
import { heldForMs } from '../../lib/spoiler/delay.ts'
import { untilOldEnough } from '../../lib/spoiler/held-replies.ts'
import { withoutOutcome } from './race-mask.ts'
import { productRacesKey, racesKey } from './weekend-keys.ts'

/** Races whose outcome is held back, as they are now. */
const held = new WeakMap<QueryClient, Map<number, Race>>()

const raceOnScreen = (client: QueryClient, { id, weekendId }: Race): Race | undefined =>
  [racesKey(weekendId), productRacesKey(weekendId)]
    .flatMap((queryKey) => client.getQueryData<Race[]>(queryKey) ?? [])
    .find((race) => race.id === id)

const changedAt = ({ resultChangedAt }: Race): number => Date.parse(resultChangedAt ?? '')

/** Shows the race as it is by then as soon as its outcome is old enough. */
const showLater = async (client: QueryClient, races: Map<number, Race>, { id }: Race): Promise<void> => {
  for (;;) {
    const race = races.get(id)
    if (!race) return
    await untilOldEnough(changedAt(race))
    const now = races.get(id)
    if (!now || heldForMs(changedAt(now)) > 0) continue
    races.delete(id)
    tellFrame(client, { type: 'race_status', data: now, epoch: '' })
    return
  }
}

/**
 * The race as the fan may see it at this moment: its outcome as it was before as long as it is held back, everything else
 * as it is. What is held back is told in time, as if a frame came.
 */
export const shownRace = (client: QueryClient, race: Race): Race => {
  const races = held.get(client) ?? new Map<number, Race>()
  held.set(client, races)
  const shown = raceOnScreen(client, race)
  // What has been seen is not taken back where a longer delay is chosen.
  const isSeen = shown?.resultChangedAt === race.resultChangedAt
  if (isSeen || heldForMs(changedAt(race)) === 0) {
    races.delete(race.id)
    return race
  }
  const isNew = !races.has(race.id)
  races.set(race.id, race)
  if (isNew) void showLater(client, races, race)
  return withoutOutcome(race, shown)
}

export const shownRaces = (client: QueryClient, races: readonly Race[]): Race[] =>
  races.map((race) => shownRace(client, race))
