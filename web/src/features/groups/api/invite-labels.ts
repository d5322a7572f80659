import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { FoundUser } from '@purple-sector/contracts/identity/http'

/** Returns details that distinguish users of the same name. */
export const foundDetails = ({ username, firstName, lastName, teamName }: FoundUser): string =>
  [username === null ? '' : [firstName, lastName].filter(Boolean).join(' '), teamName].filter(Boolean).join(' · ')

/** Returns the name of the invited user, or the address if no account has verified it. */
export const invitedName = ({ inviteeName, inviteeEmail }: Invitation): string =>
  inviteeName ?? inviteeEmail ?? 'Anonymous'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Returns the error of a typed address, if any; the server validates further. */
export const addressError = (typed: string): string | undefined =>
  ADDRESS.test(typed) && typed.length <= 254 ? undefined : 'Please enter a valid email address'
