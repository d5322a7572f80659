import type { Race } from '@purple-sector/contracts/weekends/http'
import type { BadgeTone } from '../../ui/badge.tsx'

const HOUR_MS = 3_600_000

/** So long after its start a race that nobody has started or finished counts as over (docs/rules.md, Races). */
const OVER_AFTER_MS = 3 * HOUR_MS

/** What a race is called on every screen. */
export type RaceState = 'upcoming' | 'running' | 'completed' | 'finished' | 'cancelled'

type Timed = Pick<Race, 'status' | 'resultStatus' | 'scheduledStart'>

/** Whether three hours have passed since a race's start; never where it has none. */
export const isLongPast = ({ scheduledStart }: Pick<Race, 'scheduledStart'>, now: number): boolean =>
  scheduledStart !== null && now - Date.parse(scheduledStart) >= OVER_AFTER_MS

export const raceState = (race: Timed, now: number): RaceState => {
  if (race.resultStatus === 'cancelled') return 'cancelled'
  if (race.status !== 'upcoming') return race.status
  return isLongPast(race, now) ? 'finished' : 'upcoming'
}

/** Whether nothing more happens in it: completed, finished or cancelled. */
export const isOver = (race: Timed, now: number): boolean => !['upcoming', 'running'].includes(raceState(race, now))

/** Whether it counts as completed wherever completed sessions are counted: done, and not cancelled. */
export const isCompleted = ({ status, resultStatus }: Pick<Race, 'status' | 'resultStatus'>): boolean =>
  status === 'completed' && resultStatus !== 'cancelled'

export const RACE_STATE_WORDS: Record<RaceState, { label: string; tone: BadgeTone }> = {
  upcoming: { label: 'Upcoming', tone: 'quiet' },
  running: { label: 'Running', tone: 'running' },
  completed: { label: 'Completed', tone: 'completed' },
  finished: { label: 'Finished', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

/** How many races are completed, of those that were not cancelled, and how many are on now. */
export const progressOf = (races: readonly Race[]) => {
  const held = races.filter(({ resultStatus }) => resultStatus !== 'cancelled')
  const running = held.filter(({ status }) => status === 'running').length
  return { done: held.filter(isCompleted).length, running, of: held.length }
}
