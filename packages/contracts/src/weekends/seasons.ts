import { z } from 'zod'
import { idSchema, instant } from '../common.ts'
import { lineInput } from '../text.ts'

export const seasonStatusSchema = z.enum(['upcoming', 'active', 'completed'])
/** What a completed weekend without a tip brings: nothing, or the lowest or average points of those who tipped. */
export const missedWeekendSchema = z.enum(['zero', 'lowest', 'average'])
/** By what the points of a round are multiplied. */
export const multiplierSchema = z.union([z.literal(1), z.literal(1.5), z.literal(2), z.literal(3)], {
  error: 'must be 1, 1.5, 2 or 3',
})

export const roundSchema = z.object({
  weekendId: z.number().int(),
  round: z.number().int(),
  multiplier: multiplierSchema,
})
export type Round = z.infer<typeof roundSchema>

export const seasonSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    year: z.number().int(),
    status: seasonStatusSchema,
    weekends: z.array(roundSchema),
    countBest: z.number().int().nullable(),
    missedWeekend: missedWeekendSchema,
    jokers: z.number().int(),
    version: z.number().int(),
    createdAt: instant,
  })
  .meta({
    id: 'Season',
    description:
      '`weekends` are its rounds in order, `round` counts them from 1. `countBest` is how many rounds count, null for all. `version` rises with every change.',
  })
export type Season = z.infer<typeof seasonSchema>

/** The largest number of rounds of one season. */
export const MAX_ROUNDS = 50

const fields = {
  name: lineInput(100).min(1, 'Name is required'),
  year: z.number().int().min(1950).max(2999),
  status: seasonStatusSchema,
  countBest: z.number().int().min(1).max(MAX_ROUNDS).nullable(),
  missedWeekend: missedWeekendSchema,
  jokers: z.number().int().min(0).max(3),
}

export const createSeasonBody = z.object({
  name: fields.name,
  year: fields.year,
  status: fields.status.default('upcoming'),
  countBest: fields.countBest.default(null),
  missedWeekend: fields.missedWeekend.default('zero'),
  jokers: fields.jokers.default(0),
})
export type CreateSeasonBody = z.infer<typeof createSeasonBody>

/** Why an administrator changes a season that has started. */
const reason = lineInput(500).min(1, 'Reason is required')

export const patchSeasonBody = z.object(fields).partial().extend({ reason: reason.optional() })
export type PatchSeasonBody = z.infer<typeof patchSeasonBody>

export const reasonQuery = z.object({ reason: reason.optional() })

/** The rounds of a season in order. A round keeps its multiplier unless one is sent; a new one has 1. */
export const roundsBody = z
  .array(z.object({ weekendId: idSchema, multiplier: multiplierSchema.optional() }))
  .max(MAX_ROUNDS)
  .superRefine((rounds, context) => {
    const known = new Set<number>()
    for (const [index, { weekendId }] of rounds.entries()) {
      if (known.has(weekendId))
        context.addIssue({ code: 'custom', path: [index, 'weekendId'], message: 'This weekend is listed twice' })
      known.add(weekendId)
    }
  })
export type RoundsBody = z.infer<typeof roundsBody>
