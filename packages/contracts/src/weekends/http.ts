import { z } from 'zod'
import { categoryInput, categoryName } from '../category-schema.ts'
import { day, dayOnly, idSchema, instant, instantInput, ofGiven, weekendIdParams } from '../common.ts'
import { lineInput, paragraphInput } from '../text.ts'
import { timeZoneInput } from '../time-zone.ts'
import { numberOfPlate, plateInput, plateSchema } from './car-plate.ts'

export const weekendStatusSchema = z.enum(['inactive', 'live', 'completed'])
export const weekendSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    venue: z.string(),
    startDate: day,
    endDate: day,
    date: day,
    timeZone: z.string(),
    status: weekendStatusSchema,
    isActive: z.boolean(),
    productRaceIds: z.array(z.number().int()),
    seasonId: z.number().int().nullable(),
    round: z.number().int().nullable(),
  })
  .meta({
    id: 'Weekend',
    description:
      'Dates are `YYYY-MM-DD` in its time zone (an instant in a request becomes its day); `date` is the start date. A weekend has at most 31 days. `seasonId` and `round` are null for a weekend of no season.',
  })
export type Weekend = z.infer<typeof weekendSchema>

/** A day, or an instant, which becomes its day in the weekend's time zone (docs/api/weekends.md). */
export const dayInput = z.union([dayOnly, instantInput], { error: ofGiven('must be a date, such as 2026-11-22') })

const shownName = lineInput(100).min(1, 'Name is required')
export const createWeekendBody = z.object({
  name: shownName,
  description: paragraphInput(2000).default(''),
  venue: lineInput(100).default(''),
  startDate: dayInput,
  endDate: dayInput,
  timeZone: timeZoneInput.default('Australia/Sydney'),
  isActive: z.boolean().default(false),
})
export type CreateWeekendBody = z.infer<typeof createWeekendBody>

export const patchWeekendBody = z.object({
  name: shownName.optional(),
  description: paragraphInput(2000).optional(),
  venue: lineInput(100).optional(),
  startDate: dayInput.optional(),
  endDate: dayInput.optional(),
  timeZone: timeZoneInput.optional(),
  isActive: z.boolean().optional(),
  status: weekendStatusSchema.optional(),
})
export type PatchWeekendBody = z.infer<typeof patchWeekendBody>

/** Fields in which the copy differs; omitted ones are copied from the original. */
export const duplicateWeekendBody = z.object({
  name: shownName.optional(),
  description: paragraphInput(2000).optional(),
  venue: lineInput(100).optional(),
  startDate: dayInput.optional(),
  endDate: dayInput.optional(),
  isActive: z.boolean().optional(),
})
export type DuplicateWeekendBody = z.infer<typeof duplicateWeekendBody>

export const productRacesBody = z.object({ productRaceIds: z.array(z.number().int().positive()).max(500) })

export const contentsSchema = z.object({
  races: z.number().int(),
  cars: z.number().int(),
  tips: z.number().int().nullable(),
  racers: z.number().int().nullable(),
  groups: z.number().int().nullable(),
  messages: z.number().int().nullable(),
})

export const categorySchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    shortName: z.string(),
    aliases: z.array(z.string()),
    isMain: z.boolean(),
    colour: z.string(),
    order: z.number().int(),
    archived: z.boolean(),
  })
  .meta({
    id: 'Category',
    description:
      'Elsewhere `category` is the current name of one and `categoryId` its id. In a request `category` may be the id, the name, the short name or an alias, without regard to case; any other is 400, and the message lists the nearest names.',
  })
export type Category = z.infer<typeof categorySchema>

/** A name or alias of a category; rejects digits alone, which would be read as an id (docs/rules.md, Categories). */
const spelling = (most: number) =>
  lineInput(most).regex(/\D/, { error: ({ input }) => (input === '' ? 'is required' : 'needs more than digits') })
const categoryFields = {
  name: spelling(80),
  shortName: spelling(24),
  aliases: z.array(spelling(80)).max(30),
  /** `#rrggbb`. */
  colour: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #3D7FD6'),
  /** Position in every list, starting at 1; the other categories move up or down. */
  order: z.number().int().min(1).max(1000),
}
export const createCategoryBody = z.object({
  name: categoryFields.name,
  shortName: categoryFields.shortName.optional(),
  aliases: categoryFields.aliases.default([]),
  colour: categoryFields.colour.default('#73808F'),
  order: categoryFields.order.optional(),
})
export type CreateCategoryBody = z.infer<typeof createCategoryBody>
export const patchCategoryBody = z.object({ ...categoryFields, isMain: z.boolean(), archived: z.boolean() }).partial()
export type PatchCategoryBody = z.infer<typeof patchCategoryBody>

export const SESSION_TYPES = [
  'practice',
  'qualifying',
  'race1',
  'race2',
  'race3',
  'shootout',
  'race4',
  'race5',
  'race6',
] as const
export const sessionTypeSchema = z.enum(SESSION_TYPES)
export type SessionType = z.infer<typeof sessionTypeSchema>
export const raceStatusSchema = z.enum(['upcoming', 'running', 'completed'])
export const pointsSchema = z.object({
  first: z.number().int().min(0).max(1000),
  second: z.number().int().min(0).max(1000),
  third: z.number().int().min(0).max(1000),
})
export const resultStatusSchema = z.enum(['provisional', 'official', 'amended', 'cancelled'])

/** An image, by the hash of its content; in full size unless `size` is `card`. */
export const imageParams = z.object({ hash: z.string().regex(/^([0-9a-f]{64}|\d{1,10})$/, 'must name a picture') })
export const imageQuery = z.object({ size: z.enum(['card']).optional() })

export const raceSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    name: z.string(),
    categoryId: z.number().int(),
    category: categoryName,
    sessionType: sessionTypeSchema,
    raceNumber: z.number().int(),
    status: raceStatusSchema,
    startTime: instant.nullable(),
    scheduledTime: instant.nullable(),
    scheduledStart: instant.nullable(),
    deadline: instant.nullable(),
    locked: z.boolean(),
    description: z.string(),
    distance: z.string(),
    track: z.string(),
    pointsAwarded: pointsSchema,
    pointsSource: z.enum(['session', 'category']),
    categoryImage: z.string().nullable(),
    completedAt: instant.nullable(),
    resultRevision: z.number().int().nullable(),
    resultStatus: resultStatusSchema.nullable(),
    /** Reason of the current revision, as `resultPublishedAt` is its time. */
    resultReason: z.string().nullable(),
    resultPublishedAt: instant.nullable(),
    /** Time of the last change of the status or the result that fans see; spoiler delays count from it. */
    resultChangedAt: instant.nullable(),
  })
  .meta({
    id: 'Race',
    description:
      '`startTime`, `scheduledTime` and `scheduledStart` are the same start, or null. `deadline` is null while it is open without a time. `pointsAwarded` are those in force, from the `session` itself or its `category`. The fields of the result are those of its current revision, null without one; `resultChangedAt` is when a status or result last changed something for fans. A body without `sessionType` means `race1`, one without `raceNumber` the digit of the type, else 1.',
  })
export type Race = z.infer<typeof raceSchema>

const raceFields = {
  name: shownName,
  category: categoryInput,
  sessionType: sessionTypeSchema,
  raceNumber: z.number().int().min(1).max(99),
  startTime: instantInput.nullable(),
  scheduledTime: instantInput.nullable(),
  status: raceStatusSchema,
  description: paragraphInput(2000),
  distance: lineInput(100),
  track: lineInput(100),
  pointsAwarded: pointsSchema.nullable(),
}
export const createRaceBody = z.object({
  weekendId: idSchema,
  name: raceFields.name,
  category: raceFields.category,
  sessionType: raceFields.sessionType.default('race1'),
  raceNumber: raceFields.raceNumber.optional(),
  startTime: raceFields.startTime.optional(),
  scheduledTime: raceFields.scheduledTime.optional(),
  status: raceFields.status.default('upcoming'),
  description: raceFields.description.default(''),
  distance: raceFields.distance.default('TBD'),
  track: raceFields.track.default('TBD'),
  pointsAwarded: raceFields.pointsAwarded.optional(),
})
export type CreateRaceBody = z.infer<typeof createRaceBody>
export const patchRaceBody = z.object(raceFields).partial()
export type PatchRaceBody = z.infer<typeof patchRaceBody>
export const raceStatusBody = z.object({ status: raceStatusSchema })
export const reopenBody = z.object({ scheduledTime: instantInput })
export const confirmQuery = z.object({ confirm: z.enum(['true', 'false']).optional() })
export const weekendFilterQuery = z.object({ weekendId: idSchema.optional() })

export const carStatusSchema = z.enum(['active', 'crashed', 'dnf', 'retired'])
export const carSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    categoryId: z.number().int(),
    category: categoryName,
    raceId: z.number().int().nullable(),
    number: z.number().int(),
    plate: plateSchema,
    name: z.string(),
    driver: z.string(),
    coDriver: z.string().nullable(),
    team: z.string(),
    manufacturer: z.string(),
    model: z.string().nullable(),
    class: z.string().nullable(),
    status: carStatusSchema,
    withdrawn: z.boolean(),
    race: z.object({ id: z.number().int(), name: z.string(), category: categoryName }).nullable(),
  })
  .meta({
    id: 'Car',
    description:
      '`raceId` and `race` name the race that it was entered through, null without one. `plate` is what the door shows, text of one to three digits, `number` its value. A body names the car by `plate`, else by `number`: as text it keeps its leading zeros (`"05"`), as a JSON number it has none.',
  })
export type Car = z.infer<typeof carSchema>

const text = lineInput(100)
/** Whether a name can end the URL path that removes a driver: gateways forward no `.`, `..` or backslash there. */
export const isDriverName = (name: string): boolean => !/^\.{1,2}$|\\/.test(name)
const noDriverName = { message: 'Driver must be a name, without a backslash' }
const carFields = {
  name: text,
  driver: text.min(1, 'Driver is required').refine(isDriverName, noDriverName),
  number: plateInput.optional(),
  plate: plateInput.optional(),
  team: text,
  manufacturer: text,
  coDriver: text.refine(isDriverName, noDriverName).nullable(),
  model: text.nullable(),
  class: text.nullable(),
}
const enteredFields = {
  ...carFields,
  name: carFields.name.optional(),
  team: carFields.team.default(''),
  manufacturer: carFields.manufacturer.default(''),
  coDriver: carFields.coDriver.optional(),
  model: carFields.model.optional(),
  class: carFields.class.optional(),
}

type Numbered = { number?: string | undefined; plate?: string | undefined }

/** Whether a car is identified: by its `plate`, or by its `number` where that is enough. */
const isNumbered = ({ number, plate }: Numbered): boolean => (plate ?? number) !== undefined
const noNumber = { path: ['number'], message: 'Number is required' }
/** Whether `number` is that of `plate`; otherwise one of them is a typo, and it is unknown which. */
const agree = ({ number, plate }: Numbered): boolean =>
  number === undefined || plate === undefined || numberOfPlate(number) === numberOfPlate(plate)
const disagreement = { path: ['plate'], message: 'The plate says another number than the number' }
const withPlate = <Body extends Numbered>({ number, plate = number, ...body }: Body) => ({ ...body, plate: plate! })

export const createCarBody = z
  .object({ ...enteredFields, raceId: idSchema })
  .refine(isNumbered, noNumber)
  .refine(agree, disagreement)
  .transform(withPlate)
export type CreateCarBody = z.infer<typeof createCarBody>
export type CreateCarRequest = z.input<typeof createCarBody>
/** `driver` or `name` is the driver's name; at least one is required. */
export const addDriverBody = z
  .object({ ...enteredFields, driver: text.optional() })
  .refine((body) => Boolean(body.driver || body.name), { path: ['driver'], message: 'Driver is required' })
  .refine((body) => isDriverName(body.driver || body.name || ''), { path: ['driver'], ...noDriverName })
  .refine(isNumbered, noNumber)
  .refine(agree, disagreement)
  .transform(withPlate)
export type AddDriverBody = z.infer<typeof addDriverBody>
export type AddDriverRequest = z.input<typeof addDriverBody>
/** Every field of a car except its category. */
export const patchCarBody = z
  .object({ ...carFields, raceId: idSchema.nullable(), status: carStatusSchema, withdrawn: z.boolean() })
  .partial()
  .refine(agree, disagreement)
export type PatchCarBody = z.infer<typeof patchCarBody>
export type PatchCarRequest = z.input<typeof patchCarBody>
export const carStatusBody = z.object({ status: carStatusSchema })
export const carIdParams = z.object({ carId: idSchema })
export const driverParams = weekendIdParams.extend({ driverName: z.string().trim().min(1).max(100) })
