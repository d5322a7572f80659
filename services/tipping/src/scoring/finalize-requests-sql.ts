import type { Transaction } from '@purple-sector/database'

/** Finalizes the requests up to this revision; one of a later revision stays pending. */
export const finalizeRequests = async (
  sql: Transaction,
  { raceId, revision }: { raceId: number; revision: number },
  outcome: 'done' | 'overtaken',
): Promise<void> => {
  await sql.raw(
    `update scoring_requests set done_at = clock_timestamp(),
       state = case when revision = :revision then :outcome else 'overtaken' end
     where race_id = :raceId and state = 'pending' and revision <= :revision`,
    { raceId, revision, outcome },
  )
}
