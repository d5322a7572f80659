import { badField, conflict } from '@purple-sector/service-kit/errors'

type Race = { id: number; name: string; locked: boolean }

/** Whether a race counts in the open competition; only an empty list means all (docs/rules.md, Races). */
export const isInFilter = (productRaceIds: readonly number[], raceId: number): boolean =>
  productRaceIds.length === 0 || productRaceIds.includes(raceId)

/**
 * Validates a new filter and removes duplicates.
 * Ids of deleted races may stay in it, those of other weekends are rejected, and a locked race can be neither added nor
 * removed (docs/rules.md, Races).
 */
export const chooseProductRaces = (
  current: readonly number[],
  chosen: readonly number[],
  races: readonly Race[],
): number[] => {
  const validIds = new Set([...current, ...races.map(({ id }) => id)])
  const invalidIndex = chosen.findIndex((id) => !validIds.has(id))
  if (invalidIndex !== -1)
    throw badField(`productRaceIds.${invalidIndex}`, 'One of these sessions isn’t part of this weekend')
  const lockedRace = races.find(({ id, locked }) => locked && isInFilter(current, id) !== isInFilter(chosen, id))
  if (lockedRace)
    throw conflict('SESSION_LOCKED', `${lockedRace.name} is locked: it can neither be added nor removed any more.`)
  return [...new Set(chosen)]
}
