import type { Race } from '@purple-sector/contracts/weekends/http'
import { isLongPast, isOver } from './race-state.ts'

/** Time before its start from which a race has the countdown to itself, in ms. */
const NEAR_MS = 2 * 3_600_000

/** The subject of the countdown: a race that is on, or the one that starts next. */
export type CurrentEvent = { race: Race; isOn: boolean }

const startOf = ({ scheduledStart }: Race): number =>
  scheduledStart === null ? Number.NaN : Date.parse(scheduledStart)

/** Returns the races with a future time, by start. */
export const racesAhead = (races: readonly Race[], now: number): Race[] =>
  races
    .filter((race) => race.status === 'upcoming' && startOf(race) > now && !isOver(race, now))
    .toSorted((a, b) => startOf(a) - startOf(b) || a.id - b.id)

/** Returns the race with a time that starts next. */
export const nextRaceOf = (races: readonly Race[], now: number): Race | undefined => racesAhead(races, now)[0]

/** Whether a race has started, by the clock or its status, without a result, less than three hours ago. */
const isOn = (race: Race, now: number): boolean =>
  race.resultRevision === null &&
  (race.status === 'running' || (race.status === 'upcoming' && startOf(race) <= now)) &&
  !isLongPast(race, now)

/**
 * Returns the race that is on: until its result, three hours after its start, or two hours before the next one; of
 * several the one that started last. Else the next race.
 */
export const currentEvent = (races: readonly Race[], now: number): CurrentEvent | null => {
  const next = nextRaceOf(races, now)
  if (!next || startOf(next) - now > NEAR_MS) {
    const [runningRace] = races
      .filter((race) => isOn(race, now))
      .toSorted((a, b) => (startOf(b) || 0) - (startOf(a) || 0) || b.id - a.id)
    if (runningRace) return { race: runningRace, isOn: true }
  }
  return next ? { race: next, isOn: false } : null
}
