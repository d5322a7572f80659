import type { Race } from '@purple-sector/contracts/weekends/http'
import type { BadgeVariant } from '../../../ui/theme/surfaces.ts'

const HOUR_MS = 3_600_000

/** Time after its start at which an unreported race counts as over, in ms (docs/rules.md, Races). */
const OVER_AFTER_MS = 3 * HOUR_MS

/** The state of a race as every screen shows it. */
export type RaceState = 'upcoming' | 'running' | 'completed' | 'finished' | 'cancelled'

type Timed = Pick<Race, 'status' | 'resultStatus' | 'scheduledStart'>

/** Whether three hours have passed since a race's start; false without a start. */
export const isLongPast = ({ scheduledStart }: Pick<Race, 'scheduledStart'>, now: number): boolean =>
  scheduledStart !== null && now - Date.parse(scheduledStart) >= OVER_AFTER_MS

export const raceState = (race: Timed, now: number): RaceState => {
  if (race.resultStatus === 'cancelled') return 'cancelled'
  if (race.status !== 'upcoming') return race.status
  return isLongPast(race, now) ? 'finished' : 'upcoming'
}

/** Whether a race is over: completed, finished or cancelled. */
export const isOver = (race: Timed, now: number): boolean => !['upcoming', 'running'].includes(raceState(race, now))

/** Whether a race is counted as completed: done, and not cancelled. */
export const isCompleted = ({ status, resultStatus }: Pick<Race, 'status' | 'resultStatus'>): boolean =>
  status === 'completed' && resultStatus !== 'cancelled'

export const RACE_STATE_LABELS: Record<RaceState, { label: string; tone: BadgeVariant }> = {
  upcoming: { label: 'Upcoming', tone: 'neutral' },
  running: { label: 'Running', tone: 'running' },
  completed: { label: 'Completed', tone: 'ink' },
  finished: { label: 'Finished', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'red' },
}

/** Counts completed and running races, without cancelled ones. */
export const progressOf = (races: readonly Race[]) => {
  const counted = races.filter(({ resultStatus }) => resultStatus !== 'cancelled')
  const running = counted.filter(({ status }) => status === 'running').length
  return { done: counted.filter(isCompleted).length, running, of: counted.length }
}
