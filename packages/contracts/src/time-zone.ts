import { z } from 'zod'

/**
 * Names of three letters that Postgres knows. `Intl` accepts further ones, such as `AET`, and `US/Pacific-New`, but
 * Postgres, which computes the days, does not.
 */
const THREE_LETTERS = /^(?:UTC|UCT|GMT|EST|MST|HST|WET|CET|MET|EET|PRC|ROC|ROK)$/i
const OF_INTL_ALONE = /^(?:[a-z]{3}|US\/Pacific-New)$/i

/** Whether a text is a name of the IANA database; `Intl` alone would also accept offsets such as `+10:00`. */
const isTimeZone = (zone: string): boolean => {
  if (!/^[A-Za-z]/.test(zone) || (OF_INTL_ALONE.test(zone) && !THREE_LETTERS.test(zone))) return false
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
/** Schema of a time zone in a request: a name of the IANA database, up to 64 characters. */
export const timeZoneInput = z.string().max(64).refine(isTimeZone, 'must be a time zone, such as Australia/Sydney')
