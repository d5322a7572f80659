import { clockIn, inUtc, offsetMs } from './zoned-time.ts'

/** The value of a `datetime-local` field: `2026-11-22T09:15`. */
const WALL = 'YYYY-MM-DDTHH:mm'

/** An instant in the wall time of a zone, for a `datetime-local` field; '' for none. */
export const wallTime = (timeZone: string, instant: string | null): string =>
  instant === null ? '' : clockIn(instant, timeZone).format(WALL)

/** The instants with this wall time in a zone, in order. */
const instantsOf = (timeZone: string, wall: string): string[] => {
  const parsedTime = inUtc(wall)
  if (parsedTime.format(WALL) !== wall.slice(0, WALL.length)) return []
  // No zone is further from UTC than 14 hours: the offsets a day before and after are all that are possible.
  const instants = [-1, 1]
    .map((days) => parsedTime.subtract(offsetMs(parsedTime.add(days, 'day').valueOf(), timeZone), 'millisecond'))
    .filter((instant) => clockIn(instant.valueOf(), timeZone).isSame(parsedTime))
    .map((instant) => instant.toISOString())
  return [...new Set(instants)].sort()
}

/**
 * The instant of a wall time in a zone; undefined where the clocks skip it.
 *
 * Of two it is the first: day.js' `.tz()` takes the first in Sydney and the second in New York.
 */
export const instantOf = (timeZone: string, wall: string): string | undefined => instantsOf(timeZone, wall)[0]

/** Whether a wall time occurs twice in a zone, because the clocks are put back over it. */
export const occursTwice = (timeZone: string, wall: string): boolean => instantsOf(timeZone, wall).length > 1
