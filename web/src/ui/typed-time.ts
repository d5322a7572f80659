import { clockIn, inUtc, offsetMs } from './zoned-time.ts'

/** As a `datetime-local` field takes it: `2026-11-22T09:15`. */
const WALL = 'YYYY-MM-DDTHH:mm'

/** An instant as the clocks of a zone show it, as a `datetime-local` field takes it; '' for none. */
export const wallTime = (timeZone: string, instant: string | null): string =>
  instant === null ? '' : clockIn(instant, timeZone).format(WALL)

/** The instants at which the clocks of a zone show this, in order. */
const instantsOf = (timeZone: string, wall: string): string[] => {
  const shown = inUtc(wall)
  if (shown.format(WALL) !== wall.slice(0, WALL.length)) return []
  // No zone is further from UTC than 14 hours: the offsets a day before and after are all there can be.
  const instants = [-1, 1]
    .map((days) => shown.subtract(offsetMs(shown.add(days, 'day').valueOf(), timeZone), 'millisecond'))
    .filter((instant) => clockIn(instant.valueOf(), timeZone).isSame(shown))
    .map((instant) => instant.toISOString())
  return [...new Set(instants)].sort()
}

/**
 * The instant at which the clocks of a zone show this; undefined where they never do, because they are put forward over
 * it. Shown twice, it is the first of the two: day.js' `.tz()` takes the first in Sydney and the second in New York.
 */
export const instantOf = (timeZone: string, wall: string): string | undefined => instantsOf(timeZone, wall)[0]

/** Whether the clocks of a zone show this twice, because they are put back over it. */
export const comesTwice = (timeZone: string, wall: string): boolean => instantsOf(timeZone, wall).length > 1
