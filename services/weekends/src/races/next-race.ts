import type { RaceAtTime } from './race-repository.ts'

/**
 * Returns the earliest upcoming race: status `upcoming` and a start in the future (contract). Expects races by start.
 */
export const nextRace = (races: readonly RaceAtTime[]): RaceAtTime | undefined =>
  races.find(({ race, now }) => race.status === 'upcoming' && race.startsAt !== null && race.startsAt > now)
