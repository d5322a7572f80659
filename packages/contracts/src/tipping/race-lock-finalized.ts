import { z } from 'zod'
import { defineFact, type FactDefinition, weekendKey } from '../event.ts'
import type { ServiceName } from '../services.ts'

const raceLockFinalizedSchema = z.object({
  raceId: z.number(),
  weekendId: z.number(),
  /** The attempt that closed the race by `closeRace`. */
  attempt: z.uuid(),
  /** The write of the attempt is stored, and its lock with it; otherwise a lock without another reason is lifted. */
  isStored: z.boolean(),
})
export type RaceLockFinalized = z.infer<typeof raceLockFinalizedSchema>

/**
 * The outcome of an attempt of this service to write what closes a race, in the transaction that decides it (ADR 8):
 * tipping, which owns the locks, confirms or cancels the provisional lock. Exactly one for each attempt.
 */
export const raceLockFinalizedBy = (owner: ServiceName): FactDefinition<RaceLockFinalized> =>
  defineFact({
    type: `${owner}.race-lock-finalized.v1`,
    owner,
    data: raceLockFinalizedSchema,
    subject: ({ raceId }) => `race/${raceId}`,
    key: ({ weekendId }) => weekendKey(weekendId),
  })
