import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'

/** Returns the name that breaks ties on a board, compared by code point (`collate "C"` in Postgres). */
export const sortName = (names: Names): string => displayName(names).toLowerCase()
