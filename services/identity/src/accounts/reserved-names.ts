import { badField } from '@purple-sector/service-kit/errors'
import { usernameTaken } from './account-repository.ts'

type Names = {
  username?: string | null | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

/** Names of the product, of race control, and of users without a name. */
const RESERVED = `
  admin admins administrator administrators administration sysadmin superuser root system
  webmaster postmaster hostmaster noreply owner staff official officials security abuse
  support help helpdesk mod mods moderator moderators moderation
  racecontrol racedirector raceofficial raceofficials clerkofthecourse steward stewards timing
  purplesector purplesectoradmin purplesectorofficial purplesectorsupport purplesectorteam
  anonymous everyone null undefined
`

const LOOKS_LIKE: Record<string, string> = { 0: 'o', 1: 'i', l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Normalizes a name to its appearance: `Race_C0ntrol` is `racecontrol`. */
const outline = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[01l3457]/g, (character) => LOOKS_LIKE[character] ?? character)

/** Removes numbers at either end, which do not make another name: `admin1`, `99steward`. */
const withoutNumbers = (name: string): string => name.replaceAll(/^[\p{N}_.-]+|[\p{N}_.-]+$/gu, '')

const outlines = new Set(RESERVED.trim().split(/\s+/).map(outline))

/** The name that other users see (docs/rules.md, Standings). */
const visibleName = ({ username, firstName, lastName }: Names): string =>
  username || (firstName ? [firstName, lastName ?? ''].join(' ') : '')

export const isReserved = (names: Names): boolean => {
  const visible = visibleName(names)
  return [visible, withoutNumbers(visible)].some((name) => outlines.has(outline(name)))
}

/** Throws if the visible name is reserved, unless the user already has the same one. */
export const rejectReservedName = (names: Names, previousNames: Names = {}): void => {
  if (!isReserved(names) || outline(visibleName(names)) === outline(visibleName(previousNames))) return
  if (names.username) throw usernameTaken()
  throw badField('firstName', 'That name is reserved. Please choose another one.')
}
