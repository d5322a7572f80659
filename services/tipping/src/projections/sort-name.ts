import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'

/** Returns the name that sorts ties, compared by code point: in Postgres `collate "C"`. */
export const sortName = (names: Names): string => displayName(names).toLowerCase()
