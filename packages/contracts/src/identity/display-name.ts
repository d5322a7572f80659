/** A user's names as identity publishes them. */
export type Names = { username: string | null; firstName: string | null; lastName: string | null }

/** Returns the display name: username, else first and last name, else the first name (docs/rules.md, Standings). */
export const displayName = ({ username, firstName, lastName }: Names): string => {
  if (username) return username
  if (firstName && lastName) return `${firstName} ${lastName}`
  return firstName || 'Anonymous'
}
