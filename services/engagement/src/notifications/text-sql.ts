/** SQL of an ordinal number: 1st, 12th. `number` is an SQL expression. */
export const ordinal = (number: string): string => `${number} || case
  when ${number} % 100 between 11 and 13 then 'th' when ${number} % 10 = 1 then 'st' when ${number} % 10 = 2 then 'nd'
  when ${number} % 10 = 3 then 'rd' else 'th' end`

/** SQL of a number with its noun: 1 point, 18 points. `number` is an SQL expression. */
export const counted = (number: string, noun: string): string =>
  `${number} || case when ${number} = 1 then ' ${noun}' else ' ${noun}s' end`
