import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'

/** Names of a deleted account. */
export const NO_NAMES: Names = { username: null, firstName: null, lastName: null }

/** SQL: current names of the user joined under this alias as JSON, null if no user was joined. */
export const namesOf = (alias: string): string =>
  `case when ${alias}.id is null then null else jsonb_build_object(
    'username', ${alias}.username, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name,
    'isAdmin', ${alias}.is_admin) end`

/** A moderator as joined by `namesOf`. */
export type Moderator = Names & { isAdmin: boolean }

/** Returns the display name of a moderator, "Administrator" for an administrator without a name. */
export const moderatorName = (moderator: Moderator | null): string => {
  const { username, firstName, isAdmin } = moderator ?? { ...NO_NAMES, isAdmin: false }
  return isAdmin && !username && !firstName ? 'Administrator' : displayName(moderator ?? NO_NAMES)
}
