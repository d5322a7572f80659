import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'

/** What equals on a board are ordered by, compared by code point: in Postgres that is `collate "C"`. */
export const sortName = (names: Names): string => displayName(names).toLowerCase()
