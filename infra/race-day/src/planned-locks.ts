import type { RecordedRace } from './recording.ts'

const twoMinutes = 120_000
const ms = (instant: string): number => Date.parse(instant)

/**
 * The moment at which the race should lock on the recording's time line, or null when nothing ever locks it:
 * start minus 2 minutes, set running, or first result, whichever comes first. A plan for the player only; scores
 * are judged by the deadline that the product reports.
 */
export const plannedLock = (race: RecordedRace): number | null => {
  const closures = [race.ran?.start, race.ran?.finish, race.results[0]?.at].filter((at) => at !== undefined)
  const closed = closures.length > 0 ? Math.min(...closures.map(ms)) : Number.POSITIVE_INFINITY
  let lock = race.plannedStart === null ? Number.POSITIVE_INFINITY : ms(race.plannedStart) - twoMinutes
  for (const move of race.moves) {
    if (ms(move.at) >= Math.min(lock, closed)) break
    lock = Math.max(ms(move.start) - twoMinutes, ms(move.at))
  }
  const first = Math.min(lock, closed)
  return Number.isFinite(first) ? first : null
}
