import { z } from 'zod'
import { entrySchema } from './http.ts'

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
