import type { RaceReading } from './race-repository.ts'

/** The earliest race that is still to come: status `upcoming` and a start ahead (contract). Expects them by start. */
export const nextRace = (readings: readonly RaceReading[]): RaceReading | undefined =>
  readings.find(({ race, now }) => race.status === 'upcoming' && race.startsAt !== null && race.startsAt > now)
