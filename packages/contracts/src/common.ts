import { z } from 'zod'

/** Highest id of Postgres' integer type: larger ids cannot exist, so they are 404, not 400. */
export const MAX_ID = 2_147_483_647

/** Message for a present but invalid value; undefined for a missing one, which is then reported as required. */
export const ofGiven =
  (words: string) =>
  ({ input }: { input?: unknown }): string | undefined =>
    input === undefined || input === null ? undefined : words

/**
 * A whole number that may be sent as text (paths, queries, form fields): decimal digits only, so that neither `true` nor
 * `0x10` nor an empty field becomes one.
 */
export const wholeNumber = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,500}$/)
      .transform(Number),
  ],
  {
    error: ofGiven('must be a whole number'),
  },
)

/** Beyond exact numbers; still an id, of nothing (contract: 404, not 400). */
const capped = (id: number): number => Math.min(id, Number.MAX_SAFE_INTEGER)

/** A positive whole number in a path, query or body (path and query values are text). */
export const idSchema = wholeNumber.transform(capped).pipe(z.number().int().positive())
export const idParams = z.object({ id: idSchema })
export const weekendIdParams = z.object({ weekendId: idSchema })
export const raceIdParams = z.object({ raceId: idSchema })

/** An instant in a reply: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 }).meta({ description: 'ISO 8601, UTC, milliseconds' })

const isOfOurTime = (text: string): boolean => text >= '1900' && text < '3000'

/** An instant in a request: any ISO 8601 with an offset or Z, of the years 1900 to 2999. */
export const instantInput = z.iso
  .datetime({
    offset: true,
    error: ofGiven('must be a date and time with its zone, such as 2026-11-22T10:00:00+11:00'),
    abort: true,
  })
  .refine(isOfOurTime, 'must lie in the years 1900 to 2999')

/** A calendar day `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A calendar day in a request, of the years 1900 to 2999. */
export const dayOnly = z.iso.date({ abort: true }).refine(isOfOurTime, 'must lie in the years 1900 to 2999')

export const issueSchema = z.object({ path: z.string(), message: z.string() })
export const errorSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    issues: z.array(issueSchema).optional(),
    /** When the reason for the refusal ends. */
    until: instant.optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorSchema>

/** Body of every error reply. Spread it into a route's `response`. */
export const errorResponses = { '4xx': errorSchema, '5xx': errorSchema } as const

/** An HTML page as reply. */
const page = { content: { 'text/html': { schema: z.string() } } } as const
export const pageResponse = { description: 'A page for people', ...page } as const

const errorOrPage = { content: { 'application/json': { schema: errorSchema }, ...page.content } } as const

/** `errorResponses` for a route that replies to browsers and forms with a page. */
export const errorPageResponses = { '4xx': errorOrPage, '5xx': errorOrPage } as const

/** Binary reply of one of these types, such as an image. */
export const fileResponse = <const Types extends readonly string[]>(...types: Types) => ({
  content: Object.fromEntries(
    types.map((type) => [type, { schema: z.unknown().meta({ type: 'string', format: 'binary' }) }]),
  ),
})

/** The content type of an Excel workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The body of a 204, a 303 or a 304: none. */
export const noContent = z.null().meta({ description: 'No content' })

/** The stored choices from which an avatar is rendered. */
export const avatarConfigSchema = z
  .object({
    helmet: z.string().max(60),
    helmetColor: z.string().max(60),
    visor: z.string().max(60),
    suit: z.string().max(60),
    suitColor: z.string().max(60),
    primaryColor: z.string().max(60),
    secondaryColor: z.string().max(60),
    pattern: z.string().max(60),
    number: z.string().max(3),
    team: z.string().max(60),
  })
  .partial()
  .meta({ id: 'AvatarConfig' })
export type AvatarConfig = z.infer<typeof avatarConfigSchema>
