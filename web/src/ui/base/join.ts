/** Joins class names; absent and false ones are left out. */
export const join = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
