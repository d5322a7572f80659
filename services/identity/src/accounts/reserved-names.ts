import { badField } from '@purple-sector/service-kit/errors'
import { usernameTaken } from './account-repository.ts'

type Names = {
  username?: string | null | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

/** Who speaks for the product or for race control, and what stands where there is no name. */
const RESERVED = `
  admin admins administrator administrators administration sysadmin superuser root system
  webmaster postmaster hostmaster noreply owner staff official officials security abuse
  support help helpdesk mod mods moderator moderators moderation
  racecontrol racedirector raceofficial raceofficials clerkofthecourse steward stewards timing
  purplesector purplesectoradmin purplesectorofficial purplesectorsupport purplesectorteam
  anonymous everyone null undefined
`

const LOOKS_LIKE: Record<string, string> = { 0: 'o', 1: 'i', l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** A name as the eye takes it in: `Race_C0ntrol` is `racecontrol`. */
const outline = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[01l3457]/g, (character) => LOOKS_LIKE[character] ?? character)

/** A number at either end makes nobody another: `admin1`, `99steward`. */
const withoutNumbers = (name: string): string => name.replaceAll(/^[\p{N}_.-]+|[\p{N}_.-]+$/gu, '')

const outlines = new Set(RESERVED.trim().split(/\s+/).map(outline))

/** The name that others see (docs/rules.md, Standings). */
const shownName = ({ username, firstName, lastName }: Names): string =>
  username || (firstName ? [firstName, lastName ?? ''].join(' ') : '')

export const isReserved = (names: Names): boolean => {
  const shown = shownName(names)
  return [shown, withoutNumbers(shown)].some((name) => outlines.has(outline(name)))
}

/** Throws where these names make somebody look like who they are not. Whoever was called so `before` may stay so. */
export const refuseReservedName = (names: Names, before: Names = {}): void => {
  if (!isReserved(names) || outline(shownName(names)) === outline(shownName(before))) return
  if (names.username) throw usernameTaken()
  throw badField('firstName', 'That name is reserved. Please choose another one.')
}
