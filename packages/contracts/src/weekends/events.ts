import { z } from 'zod'
import { adminActedBy } from '../admin/audit.ts'
import { categoryName, namingCategory } from '../category-schema.ts'
import { instant } from '../common.ts'
import { defineFact, defineState, seasonKey, seasonSubject, weekendKey, weekendSubject } from '../event.ts'
import { raceLockFinalizedBy } from '../tipping/race-lock-finalized.ts'
import { plateSchema } from './car-plate.ts'
import { carStatusSchema, categorySchema, raceSchema, weekendSchema } from './http.ts'
import { roundSchema, seasonSchema } from './seasons.ts'

/**
 * A weekend as everyone sees it; deletion is a state too. `productRacesChosenAt` is the moment, by tipping's clock, at
 * which the counting races were chosen: none of those added or removed had locked by then. Null if none were chosen, or
 * before the moment was stored. Weekends published before seasons existed are of none.
 */
export const weekendChanged = defineState({
  type: 'weekends.weekend-changed.v1',
  owner: 'weekends',
  data: weekendSchema.extend({
    seasonId: weekendSchema.shape.seasonId.default(null),
    round: weekendSchema.shape.round.default(null),
    productRacesChosenAt: instant.nullable().default(null),
    deleted: z.boolean(),
  }),
  subject: (weekend) => weekendSubject(weekend.id),
  key: (weekend) => weekendKey(weekend.id),
})

/** A season with its rounds and rules; deletion is a state too. Its weekends say the same of themselves. */
export const seasonChanged = defineState({
  type: 'weekends.season-changed.v1',
  owner: 'weekends',
  data: seasonSchema.extend({
    /** When an administrator completed it; null before. */
    completedAt: instant.nullable().default(null),
    deleted: z.boolean(),
  }),
  subject: (season) => seasonSubject(season.id),
  key: (season) => seasonKey(season.id),
})

const seasonRules = seasonSchema.pick({ countBest: true, missedWeekend: true, jokers: true }).extend({
  rounds: z.array(roundSchema.pick({ weekendId: true, multiplier: true }).extend({ weekend: z.string() })),
})
export type SeasonRules = z.infer<typeof seasonRules>

/**
 * Rules or rounds of a season that an administrator changed after its first counting session had locked, with the reason:
 * participants are notified.
 */
export const seasonRulesChanged = defineFact({
  type: 'weekends.season-rules-changed.v1',
  owner: 'weekends',
  data: z.object({
    seasonId: z.number().int(),
    season: z.string(),
    reason: z.string(),
    before: seasonRules,
    after: seasonRules,
  }),
  subject: ({ seasonId }) => seasonSubject(seasonId),
  key: ({ seasonId }) => seasonKey(seasonId),
})

/**
 * A category as everyone sees it; deletion is a state too. All have one key, because a name that one releases may go to
 * the next, so their order counts.
 */
export const categoryChanged = defineState({
  type: 'weekends.category-changed.v1',
  owner: 'weekends',
  data: categorySchema.extend({ deleted: z.boolean() }),
  subject: (category) => `category/${category.id}`,
  key: () => 'categories',
})

export const raceStateData = raceSchema.omit({ locked: true }).extend({
  resultReason: raceSchema.shape.resultReason.default(null),
  resultPublishedAt: raceSchema.shape.resultPublishedAt.default(null),
  resultChangedAt: raceSchema.shape.resultChangedAt.default(null),
  reopened: z.number(),
  deleted: z.boolean(),
})

/**
 * A session as everyone sees it, with its deadline and its result. `locked` is left out: it follows from `deadline` and
 * the time. `reopened` counts its reopenings: a higher count than the known one lifts the lock, then `startTime`
 * decides (docs/rules.md, Races). Races published before reasons existed have none.
 */
export const raceChanged = defineState({
  type: 'weekends.race-changed.v1',
  owner: 'weekends',
  data: namingCategory(raceStateData),
  subject: (race) => `race/${race.id}`,
  key: (race) => weekendKey(race.weekendId),
})

export const carStateData = z.object({
  id: z.number(),
  weekendId: z.number(),
  categoryId: z.number(),
  category: categoryName,
  raceId: z.number().nullable(),
  number: z.number(),
  plate: plateSchema,
  driver: z.string(),
  team: z.string(),
  status: carStatusSchema,
  withdrawn: z.boolean(),
  deleted: z.boolean(),
})

/** The door of a car published before plates existed showed its number. */
const withPlate = (car: unknown): unknown =>
  typeof car === 'object' && car !== null && 'number' in car && !('plate' in car)
    ? { ...car, plate: String(car.number) }
    : car

/** The current state of a car entered in a category of a weekend. */
export const carChanged = defineState({
  type: 'weekends.car-changed.v1',
  owner: 'weekends',
  data: namingCategory(z.preprocess(withPlate, carStateData)),
  subject: (car) => `car/${car.id}`,
  key: (car) => weekendKey(car.weekendId),
})

/** The outcome of an attempt to change a race so that it closes. */
export const weekendsRaceLockFinalized = raceLockFinalizedBy('weekends')

/** An administrator's action in the weekends service; race control keeps the audit log. */
export const weekendsAdminActed = adminActedBy('weekends')
