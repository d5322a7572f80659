import type { Entry } from '@purple-sector/contracts/tipping/http'

/** Returns a fan's display name: username, then first plus last name, then first name, else "Anonymous". */
export const entryName = ({
  username,
  firstName,
  lastName,
}: Pick<Entry, 'username' | 'firstName' | 'lastName'>): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Anonymous')
