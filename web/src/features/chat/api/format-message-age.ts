import { plural } from '../../../ui/time/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats the age of a message: "3 minutes ago". */
export const formatMessageAge = (at: number, now: number): string => {
  const past = Math.max(0, now - at)
  if (past < MINUTE) return 'less than a minute ago'
  if (past < HOUR) return `${plural(Math.floor(past / MINUTE), 'minute')} ago`
  if (past < DAY) return `${plural(Math.floor(past / HOUR), 'hour')} ago`
  return `${plural(Math.floor(past / DAY), 'day')} ago`
}
