import type { Entry } from '@purple-sector/contracts/tipping/http'

/** Display name (spec part 2 section 9): username, then first plus last name, then first name, else "Anonymous". */
export const entryName = ({
  username,
  firstName,
  lastName,
}: Pick<Entry, 'username' | 'firstName' | 'lastName'>): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Anonymous')
