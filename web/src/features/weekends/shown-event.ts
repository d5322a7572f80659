import type { Race } from '@purple-sector/contracts/weekends/http'
import { isLongPast, isOver } from './race-state.ts'

/** So long before its start a race has the countdown to itself, whatever is still on. */
const NEAR_MS = 2 * 3_600_000

/** What the countdown is about: a race that is on, or the one that starts next. */
export type ShownEvent = { race: Race; isOn: boolean }

const startOf = ({ scheduledStart }: Race): number =>
  scheduledStart === null ? Number.NaN : Date.parse(scheduledStart)

/** The races with a time that is still ahead, in the order they start in. */
export const racesAhead = (races: readonly Race[], now: number): Race[] =>
  races
    .filter((race) => race.status === 'upcoming' && startOf(race) > now && !isOver(race, now))
    .toSorted((one, other) => startOf(one) - startOf(other) || one.id - other.id)

/** The race with a time that starts next. */
export const nextRaceOf = (races: readonly Race[], now: number): Race | undefined => racesAhead(races, now)[0]

/** Begun, by the clock or by its status, without a result, and not three hours ago. */
const isOn = (race: Race, now: number): boolean =>
  race.resultRevision === null &&
  (race.status === 'running' || (race.status === 'upcoming' && startOf(race) <= now)) &&
  !isLongPast(race, now)

/**
 * A race that has begun is the event until its result is in, three hours have passed since its start, or the next one is
 * two hours away; of several the one that began last. Else it is the next one.
 */
export const shownEvent = (races: readonly Race[], now: number): ShownEvent | null => {
  const next = nextRaceOf(races, now)
  if (!next || startOf(next) - now > NEAR_MS) {
    const [on] = races
      .filter((race) => isOn(race, now))
      .toSorted((one, other) => (startOf(other) || 0) - (startOf(one) || 0) || other.id - one.id)
    if (on) return { race: on, isOn: true }
  }
  return next ? { race: next, isOn: false } : null
}
