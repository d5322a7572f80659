const numbers = new Intl.NumberFormat('en-AU')

export const number = (value: number): string => numbers.format(value)
/** 1st, 2nd, 3rd, 11th, 1,204th. */
export const ordinal = (value: number): string => {
  const tens = value % 100
  const suffix = tens >= 11 && tens <= 13 ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]
  return `${number(value)}${suffix ?? 'th'}`
}
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`
