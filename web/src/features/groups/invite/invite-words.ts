import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { FoundUser } from '@purple-sector/contracts/identity/http'

/** What else tells them from others of that name. */
export const foundDetails = ({ username, firstName, lastName, teamName }: FoundUser): string =>
  [username === null ? '' : [firstName, lastName].filter(Boolean).join(' '), teamName].filter(Boolean).join(' · ')

/** Who was invited: the person, or the address that nobody has verified yet. */
export const invitedName = ({ inviteeName, inviteeEmail }: Invitation): string =>
  inviteeName ?? inviteeEmail ?? 'Anonymous'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** What’s wrong with a typed address; the server looks closer. */
export const addressError = (typed: string): string | undefined =>
  ADDRESS.test(typed) && typed.length <= 254 ? undefined : 'Please enter a valid email address'
