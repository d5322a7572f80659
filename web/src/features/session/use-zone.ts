import type { User } from '@purple-sector/contracts/identity/http'
import type { TimeZoneOption } from '../../ui/time/format.ts'
import { useUser } from './user-query.ts'

/** Returns in which zones a fan reads times of a track: its own, theirs, or both. Track time without a zone of theirs. */
export const zoneFor = (
  user: Pick<User, 'timesIn' | 'timeZone'> | null,
  trackZone: string | undefined,
): TimeZoneOption => {
  if (!user?.timeZone) return { timeZone: trackZone }
  if (user.timesIn === 'track') return { timeZone: trackZone, readerZone: user.timeZone }
  return user.timesIn === 'mine' ? { timeZone: user.timeZone } : { timeZone: trackZone, ownZone: user.timeZone }
}

/** Returns in which zones the signed-in fan reads the times of a weekend. */
export const useZone = (trackZone: string | undefined): TimeZoneOption => zoneFor(useUser(), trackZone)

/** Returns the fan's own zone, for times that belong to no track; the device's where the profile has none. */
export const useOwnZone = (): TimeZoneOption => ({ timeZone: useUser()?.timeZone ?? undefined })
