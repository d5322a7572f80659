const counted = (unit: 'second' | 'minute') =>
  new Intl.NumberFormat('en-AU', { style: 'unit', unit, unitDisplay: 'long' })
const seconds = counted('second')
const minutes = counted('minute')

/** How long a person is asked to wait: "8 seconds", "2 minutes". Never shorter than it is. */
export const waitInWords = (length: number): string =>
  length <= 90 ? seconds.format(length) : minutes.format(Math.ceil(length / 60))
