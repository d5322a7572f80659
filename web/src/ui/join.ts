/** Class names in one string: what is absent or false is left out. */
export const join = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
