import { z } from 'zod'

/** Display names of fields whose identifiers a user would not understand. */
const DISPLAY_NAMES: Record<string, string> = {
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

/** `startDate` → `Start date`, `carId` → `Car`; names in another form (`Idempotency-Key`) stay. */
const humanize = (key: string): string => {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return key
  const words = key.replace(/(?<=[a-z])Ids?$/, '').replaceAll(/[A-Z]+/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the display name of a field from its path: `classification.0.carId` → `Car in row 1`. */
export const fieldName = (path: string): string => {
  const parts = path.split('.')
  const key = parts.findLast((part) => !isIndex(part)) ?? 'body'
  const index = parts.findLast(isIndex)
  const name = Object.hasOwn(DISPLAY_NAMES, key) ? (DISPLAY_NAMES[key] ?? key) : humanize(key)
  return index === undefined ? name : `${name} in row ${Number(index) + 1}`
}

const PLURAL = /^(Aliases|Laps|Points|Sessions)\b/

/** Completes a message: `must be …` becomes a sentence about its field, a sentence stays. */
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

type RawIssue = z.core.$ZodRawIssue

const tooBig = ({ origin, maximum }: RawIssue & { code: 'too_big' }): string =>
  `must ${origin === 'array' ? 'have' : 'be'} at most ${maximum}${UNITS[origin] ?? ''}`

const tooSmall = ({ origin, minimum, inclusive }: RawIssue & { code: 'too_small' }): string => {
  if (origin === 'string' && minimum === 1) return 'is required'
  if (inclusive === false) return `must be more than ${minimum}`
  return `must ${origin === 'array' ? 'have' : 'be'} at least ${minimum}${UNITS[origin] ?? ''}`
}

/** Returns the message for an issue in plain words, as the end of a sentence that starts with its field's name. */
export const messageOfIssue = (issue: RawIssue): string => {
  if (isMissing(issue.input)) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'something else'}`
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'is not written as it has to be'
    case 'not_multiple_of':
      return issue.divisor === 0.1 ? 'may have one decimal place at most' : `must be a multiple of ${issue.divisor}`
    default:
      return 'is not right'
  }
}

/** Makes zod use these messages for schemas without messages of their own. */
export const useReadableMessages = (): void => {
  z.config({ customError: messageOfIssue })
}
