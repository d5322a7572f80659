import type { Entry } from '@purple-sector/contracts/tipping/http'

/** The name a fan is shown by: username, then first plus last name, then first name, else "Anonymous". */
export const entryName = ({
  username,
  firstName,
  lastName,
}: Pick<Entry, 'username' | 'firstName' | 'lastName'>): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Anonymous')
