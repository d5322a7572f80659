import type { RaceAtTime } from './race-repository.ts'

/**
 * Returns the earliest upcoming race: status `upcoming` and a start in the future (contract). Expects races by start.
 */
export const nextRace = (found: readonly RaceAtTime[]): RaceAtTime | undefined =>
  found.find(({ race, now }) => race.status === 'upcoming' && race.startsAt !== null && race.startsAt > now)
