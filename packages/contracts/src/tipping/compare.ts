import { z } from 'zod'
import { categoryName } from '../category-schema.ts'
import { idSchema } from '../common.ts'
import { plateSchema } from '../weekends/car-plate.ts'
import { weekendStatusSchema } from '../weekends/http.ts'
import { entrySchema } from './http.ts'

const placed = z.object({
  position: z.number().int().nullable(),
  /** Null where the points are hidden from the caller. */
  points: z.number().int().nullable(),
})
const pick = z.object({
  carId: z.number().int(),
  plate: plateSchema,
  driver: z.string(),
  /** Null until the race has a result that counts. */
  points: z.number().int().nullable(),
})

const comparedRace = z.object({
  raceId: z.number().int(),
  name: z.string(),
  you: pick.nullable(),
  them: pick.nullable(),
})

const comparedWeekend = z.object({
  weekendId: z.number().int(),
  name: z.string(),
  /** Null outside of a season. */
  round: z.number().int().nullable(),
  status: weekendStatusSchema,
  /** Null for who takes no part in the weekend. */
  you: placed.nullable(),
  them: placed.nullable(),
  /** The categories whose picks are visible. */
  categories: z.array(z.object({ categoryId: z.number().int(), category: categoryName, races: z.array(comparedRace) })),
})

const fan = entrySchema.pick({ userId: true, username: true, firstName: true, lastName: true, avatarConfig: true })

/** Two fans side by side, in the open competition and in the groups that both are in. */
export const comparisonSchema = z
  .object({
    /** Null where there is no season: then of the last ten weekends. */
    seasonId: z.number().int().nullable(),
    you: fan,
    them: fan,
    competitions: z.array(
      z.object({
        groupId: z.number().int().nullable(),
        /** Null for the open competition. */
        groupName: z.string().nullable(),
        weekends: z.array(comparedWeekend),
      }),
    ),
  })
  .meta({
    id: 'Comparison',
    description:
      'The open competition first, then groups that both fans are in; weekends that are completed or live, in the order of the season, with points and positions as on their leaderboards. `categories` are those whose picks are visible: per race the car in force when it locked, and what it earned. Nothing of a member whose points are hidden from the caller.',
  })
export type Comparison = z.infer<typeof comparisonSchema>

export const compareParams = z.object({ userId: z.string().min(1).max(100) })
export const compareQuery = z.object({ seasonId: idSchema.optional() })
