const numbers = new Intl.NumberFormat('en-AU')

export const formatNumber = (value: number): string => numbers.format(value)
/** Formats an ordinal: 1st, 2nd, 3rd, 11th, 1,204th. */
export const formatOrdinal = (value: number): string => {
  const tens = value % 100
  const suffix = tens >= 11 && tens <= 13 ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]
  return `${formatNumber(value)}${suffix ?? 'th'}`
}
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
