import { badField, conflict } from '@purple-sector/service-kit/errors'

type Race = { id: number; name: string; locked: boolean }

/** Whether a race counts in the open competition; only an empty list means all (docs/rules.md, Races). */
export const inFilter = (productRaceIds: readonly number[], raceId: number): boolean =>
  productRaceIds.length === 0 || productRaceIds.includes(raceId)

/**
 * Validates a new filter and removes duplicates.
 * Ids of deleted races may stay in it, those of other weekends are rejected, and a locked race can be neither added nor
 * removed (docs/rules.md, Races).
 */
export const chooseProductRaces = (
  present: readonly number[],
  chosen: readonly number[],
  races: readonly Race[],
): number[] => {
  const known = new Set([...present, ...races.map(({ id }) => id)])
  const stray = chosen.findIndex((id) => !known.has(id))
  if (stray !== -1) throw badField(`productRaceIds.${stray}`, 'One of these sessions isn’t part of this weekend')
  const moved = races.find(({ id, locked }) => locked && inFilter(present, id) !== inFilter(chosen, id))
  if (moved) throw conflict('SESSION_LOCKED', `${moved.name} is locked: it can neither be added nor removed any more.`)
  return [...new Set(chosen)]
}
