import type { QuietHours } from '@purple-sector/contracts/engagement/http'
import { zoneFormats } from '@purple-sector/service-kit/data/zone-formats'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Upper bound of a daylight-saving shift. */
const MAX_SHIFT_MINUTES = 180

const clockOf = zoneFormats('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minute of the day in the time zone. */
const minuteOfDay = (at: Date, timeZone: string): number => minutesOf(clockOf(timeZone).format(at))

const isQuiet = ({ from, to, timeZone }: QuietHours, at: Date): boolean => {
  const [now, start, end] = [minuteOfDay(at, timeZone), minutesOf(from), minutesOf(to)]
  return start < end ? start <= now && now < end : start <= now || now < end
}

/** Rounds down to the minute; time zones differ from UTC by whole minutes. */
const startOfMinute = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/**
 * Returns the end of the quiet hours that contain `now`, undefined if none do.
 *
 * If a daylight-saving shift skips the end, it is the moment of the shift; if the end occurs twice, it is the first time.
 */
export const quietUntil = (quiet: QuietHours, now: Date): Date | undefined => {
  if (!isQuiet(quiet, now)) return undefined
  const minutesRemaining = (minutesOf(quiet.to) - minuteOfDay(now, quiet.timeZone) + DAY_MINUTES) % DAY_MINUTES
  const start = startOfMinute(now.getTime())
  const minutesLater = (minutes: number): Date => new Date(start + minutes * MINUTE_MS)
  const isOver = (minutes: number): boolean => !isQuiet(quiet, minutesLater(minutes))
  if (isOver(minutesRemaining) && !isOver(minutesRemaining - 1)) return minutesLater(minutesRemaining)
  let minutes = Math.max(1, minutesRemaining - MAX_SHIFT_MINUTES)
  while (!isOver(minutes)) minutes++
  return minutesLater(minutes)
}
