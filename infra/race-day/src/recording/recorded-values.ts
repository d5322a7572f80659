import { z } from 'zod'

// The value types of a recording. Their messages follow a place (`sessions.3.name: is empty`), so they name none.

/** A name or note of one line, as the product accepts it. */
export const line = (most: number) =>
  z
    .string()
    .max(most, `is longer than ${most} characters`)
    .refine((text) => text.trim() !== '', 'is empty')
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'holds a control character')
    .refine((text) => text.isWellFormed(), 'holds half a character')

/** Text that may be empty and may have several lines. */
export const prose = (most: number) =>
  z
    .string()
    .max(most, `is longer than ${most} characters`)
    .refine((text) => !/\p{Cc}/u.test(text.replace(/[\n\r\t]/g, '')), 'holds a control character')
    .refine((text) => text.isWellFormed(), 'holds half a character')

const example = '2026-03-14T13:30:00+11:00'
const withoutOffset = z.iso.datetime({ local: true })

/** Explains an invalid instant; undefined for a missing value, which has its own message. */
const whyNoInstant = (written: unknown): string | undefined => {
  if (written === undefined) return undefined
  if (!withoutOffset.safeParse(written).success) return `is no instant in ISO 8601, such as ${example}`
  return `has no offset: write ${written}+11:00, or whatever the offset was, or ${written}Z for UTC`
}

export const instant = z.iso
  .datetime({ offset: true, error: ({ input }) => whyNoInstant(input) })
  .describe(`ISO 8601 with Z or an offset, e.g. ${example}`)

export const date = z.iso.date({ error: ({ input }) => (input === undefined ? undefined : 'is no day, as 2026-03-14') })

const noPlate = 'is no plate: a number from 0 to 999, or 1 to 3 digits in quotes, as "05"'

/** The plate on the door: 1 to 3 digits with leading zeros; a number stands for its decimal digits. */
export const plate = z
  .union([z.int(noPlate).min(0, noPlate).max(999, noPlate), z.string().regex(/^[0-9]{1,3}$/, noPlate)], {
    error: ({ input }) => (input === undefined ? undefined : noPlate),
  })
  .transform(String)

export const recordedId = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'lower-case letters, digits and dashes')
  .describe('name of the race inside the recording')
