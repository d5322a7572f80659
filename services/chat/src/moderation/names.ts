import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'

/** Of who has no account any more. */
export const NOBODY: Names = { username: null, firstName: null, lastName: null }

/** The names of a user that a statement has joined under this alias, as they are now; null of nobody. */
export const namesOf = (alias: string): string =>
  `case when ${alias}.id is null then null else jsonb_build_object(
    'username', ${alias}.username, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name,
    'isAdmin', ${alias}.is_admin) end`

/** Somebody who moderated, as a statement joined them. */
export type Moderator = Names & { isAdmin: boolean }

/** Who moderated, by name: of race control at least that they are. */
export const moderatorName = (moderator: Moderator | null): string => {
  const { username, firstName, isAdmin } = moderator ?? { ...NOBODY, isAdmin: false }
  return isAdmin && !username && !firstName ? 'Administrator' : displayName(moderator ?? NOBODY)
}
