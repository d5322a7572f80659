import { badField, conflict } from '@purple-sector/service-kit/errors'

type Race = { id: number; name: string; locked: boolean }

/** The races that count in the open competition: those chosen; only a list saved empty means all (docs/rules.md, Races). */
export const inFilter = (productRaceIds: readonly number[], raceId: number): boolean =>
  productRaceIds.length === 0 || productRaceIds.includes(raceId)

/**
 * The filter as it will be saved. Ids of deleted races may stay in it, those of other weekends may not come in, and
 * a race that is locked neither joins nor leaves (docs/rules.md, Races).
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
