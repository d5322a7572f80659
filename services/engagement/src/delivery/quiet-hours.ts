import type { QuietHours } from '@purple-sector/contracts/engagement/http'
import { zoneFormats } from '@purple-sector/service-kit/data/zone-formats'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Clocks are put forward or back by less than this. */
const MAX_SHIFT_MINUTES = 180

const clockOf = zoneFormats('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Of the day, as clocks in that zone show it. */
const minuteOfDay = (at: Date, timeZone: string): number => minutesOf(clockOf(timeZone).format(at))

const isQuiet = ({ from, to, timeZone }: QuietHours, at: Date): boolean => {
  const [now, begin, end] = [minuteOfDay(at, timeZone), minutesOf(from), minutesOf(to)]
  return begin < end ? begin <= now && now < end : begin <= now || now < end
}

/** The same instant at the beginning of its minute: zones differ from UTC by whole minutes. */
const minuteBegins = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/**
 * When the quiet hours end that `now` lies in, by the clocks of their zone; undefined where it lies in none. Where clocks
 * are put forward over the end, it is the moment of that; where they are put back, the first time they show it.
 */
export const quietUntil = (quiet: QuietHours, now: Date): Date | undefined => {
  if (!isQuiet(quiet, now)) return undefined
  const left = (minutesOf(quiet.to) - minuteOfDay(now, quiet.timeZone) + DAY_MINUTES) % DAY_MINUTES
  const begin = minuteBegins(now.getTime())
  const after = (minutes: number): Date => new Date(begin + minutes * MINUTE_MS)
  const isOver = (minutes: number): boolean => !isQuiet(quiet, after(minutes))
  if (isOver(left) && !isOver(left - 1)) return after(left)
  let minutes = Math.max(1, left - MAX_SHIFT_MINUTES)
  while (!isOver(minutes)) minutes++
  return after(minutes)
}
