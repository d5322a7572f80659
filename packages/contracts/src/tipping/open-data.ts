import { z } from 'zod'
import { entrySchema } from './http.ts'
import { seasonEntrySchema } from './seasons.ts'

/** A public row: the display name on the leaderboard, and nothing else of the fan. */
const openEntrySchema = entrySchema
  .pick({ position: true, positionChange: true, picks: true })
  .extend({ name: z.string(), totalPoints: z.number().int() })
export type OpenEntry = z.infer<typeof openEntrySchema>

export const openBoardSchema = z
  .object({
    weekend: z.object({ id: z.number().int(), name: z.string() }),
    /** Rises with every change of the leaderboard, and never falls. */
    version: z.number().int(),
    /** The number of participants. */
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
    entries: z.array(openEntrySchema),
  })
  .meta({
    id: 'OpenBoard',
    description:
      'The open competition; `total` is the number of participants. An entry has the display name of the leaderboard and nothing else about the user.',
    example: {
      weekend: { id: 3, name: 'Adelaide Grand Final' },
      version: 17,
      total: 2044,
      limit: 1,
      offset: 0,
      entries: [
        { position: 1, positionChange: 2, picks: { first: 1, second: 1, third: 0 }, name: 'ann', totalPoints: 85 },
      ],
    },
  })
export type OpenBoard = z.infer<typeof openBoardSchema>

/** A public row: the display name on the season leaderboard, and neither jokers nor anything else of the fan. */
const openSeasonEntrySchema = seasonEntrySchema
  .pick({ position: true, positionChange: true, weekendsPlayed: true, weekendsWon: true, picks: true, rounds: true })
  .extend({ name: z.string(), totalPoints: z.number().int() })
export type OpenSeasonEntry = z.infer<typeof openSeasonEntrySchema>

export const openSeasonBoardSchema = z
  .object({
    season: z.object({ id: z.number().int(), name: z.string(), year: z.number().int() }),
    /** The rounds that are open to all. */
    rounds: z.array(z.object({ weekendId: z.number().int(), round: z.number().int(), name: z.string() })),
    /** Rises with every change of the leaderboard, and never falls. */
    version: z.number().int(),
    /** The number of participants. */
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
    entries: z.array(openSeasonEntrySchema),
  })
  .meta({
    id: 'OpenSeasonBoard',
    description:
      'The open competition of a season; `total` is the number of participants. `rounds`, also those of an entry, are without weekends that are not announced. An entry has the display name of the leaderboard and nothing else about the user.',
    example: {
      season: { id: 2, name: '2026 Championship', year: 2026 },
      rounds: [{ weekendId: 3, round: 1, name: 'Adelaide Grand Final' }],
      version: 17,
      total: 2044,
      limit: 1,
      offset: 0,
      entries: [
        {
          position: 1,
          positionChange: 2,
          weekendsPlayed: 1,
          weekendsWon: 1,
          picks: { first: 1, second: 1, third: 0 },
          rounds: [{ weekendId: 3, seasonPoints: 85, state: 'counted' }],
          name: 'ann',
          totalPoints: 85,
        },
      ],
    },
  })
export type OpenSeasonBoard = z.infer<typeof openSeasonBoardSchema>
