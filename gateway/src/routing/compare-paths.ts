/** Compares paths by code unit, for sorting. */
export const comparePaths = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
