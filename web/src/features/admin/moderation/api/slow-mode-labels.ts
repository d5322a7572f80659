import { plural } from '../../../../ui/time/format.ts'

/** Options of the minimum seconds between two messages of a user. */
export const SLOW_MODES = [0, 5, 10, 30, 60, 300]

export const describeSlowMode = (seconds: number): string => {
  if (seconds === 0) return 'Off'
  return `One message every ${seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second')}`
}
