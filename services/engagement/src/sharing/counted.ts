const numbers = new Intl.NumberFormat('en-AU')

export const number = (value: number): string => numbers.format(value)
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`
