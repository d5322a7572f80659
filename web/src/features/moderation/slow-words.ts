import { plural } from '../../ui/format.ts'

/** As many seconds as may be chosen to lie between two messages of one person. */
export const SLOW_MODES = [0, 5, 10, 30, 60, 300]

export const slowWords = (seconds: number): string => {
  if (seconds === 0) return 'Off'
  return `One message every ${seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second')}`
}
