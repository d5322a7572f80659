import { z } from 'zod'

/** Fields whose name, written apart, would not be understood. */
const NAMES: Record<string, string> = {
  body: 'The request',
  email: 'Email',
  coDriver: 'Co-driver',
  q: 'The search',
  first: 'Points for the first place',
  second: 'Points for the second place',
  third: 'Points for the third place',
  isActive: 'Live now',
  isMain: 'Main category',
  productRaceIds: 'Sessions of the open competition',
  bestLapMs: 'Best lap',
  gapMs: 'Gap',
}

const isIndex = (part: string): boolean => /^\d+$/.test(part)

/** `startDate` → `Start date`, `carId` → `Car`; what is written otherwise (`Idempotency-Key`) stays. */
const spelledOut = (key: string): string => {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return key
  const words = key.replace(/(?<=[a-z])Ids?$/, '').replaceAll(/[A-Z]+/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name by which people know a field, from its path: `classification.0.carId` → `Car in row 1`. */
export const fieldName = (path: string): string => {
  const parts = path.split('.')
  const key = parts.findLast((part) => !isIndex(part)) ?? 'body'
  const index = parts.findLast(isIndex)
  const name = Object.hasOwn(NAMES, key) ? (NAMES[key] ?? key) : spelledOut(key)
  return index === undefined ? name : `${name} in row ${Number(index) + 1}`
}

const PLURAL = /^(Aliases|Laps|Points|Sessions)\b/

/** What is wrong as people read it: `must be …` becomes a sentence about its field, a sentence stays. */
export const toSentence = (path: string, message: string): string => {
  if (!/^[a-z]/.test(message)) return message
  const name = fieldName(path)
  return `${name} ${PLURAL.test(name) ? message.replace(/^is /, 'are ') : message}`
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  date: 'a date',
}
const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  date: 'a date, such as 2026-11-22',
  datetime: 'a date and time, such as 2026-11-22T10:00:00Z',
}
const UNITS: Record<string, string> = { string: ' characters', array: ' entries', set: ' entries' }

const isMissing = (value: unknown): boolean => value === undefined || value === null
const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${values[0]}` : `must be one of: ${values.join(', ')}`

type Wrong = z.core.$ZodRawIssue

const tooBig = ({ origin, maximum }: Wrong & { code: 'too_big' }): string =>
  `must ${origin === 'array' ? 'have' : 'be'} at most ${maximum}${UNITS[origin] ?? ''}`

const tooSmall = ({ origin, minimum, inclusive }: Wrong & { code: 'too_small' }): string => {
  if (origin === 'string' && minimum === 1) return 'is required'
  if (inclusive === false) return `must be more than ${minimum}`
  return `must ${origin === 'array' ? 'have' : 'be'} at least ${minimum}${UNITS[origin] ?? ''}`
}

/** What is wrong with a value, in people's words, as the end of a sentence that begins with its field's name. */
export const messageOfIssue = (wrong: Wrong): string => {
  if (isMissing(wrong.input)) return 'is required'
  switch (wrong.code) {
    case 'invalid_type':
      return `must be ${KINDS[wrong.expected] ?? 'something else'}`
    case 'too_big':
      return tooBig(wrong)
    case 'too_small':
      return tooSmall(wrong)
    case 'invalid_value':
      return oneOf(wrong.values)
    case 'invalid_format':
      return FORMATS[wrong.format] ? `must be ${FORMATS[wrong.format]}` : 'is not written as it has to be'
    case 'not_multiple_of':
      return wrong.divisor === 0.1 ? 'may have one decimal place at most' : `must be a multiple of ${wrong.divisor}`
    default:
      return 'is not right'
  }
}

/** From here on what zod finds is said in these words wherever a schema has none of its own. */
export const useReadableMessages = (): void => {
  z.config({ customError: messageOfIssue })
}
