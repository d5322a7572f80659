const counted = (unit: 'second' | 'minute') =>
  new Intl.NumberFormat('en-AU', { style: 'unit', unit, unitDisplay: 'long' })
const seconds = counted('second')
const minutes = counted('minute')

/** Formats a waiting time: "8 seconds", "2 minutes"; rounded up. */
export const formatWait = (length: number): string =>
  length <= 90 ? seconds.format(length) : minutes.format(Math.ceil(length / 60))
