import type { Database, Transaction } from '@purple-sector/database'

/** How long a request may be pending before a worker is woken again for it. */
const OVERDUE = "interval '5 seconds'"
const IS_PENDING = "state = 'pending'"
const IS_OVERDUE = `${IS_PENDING} and requested_at < clock_timestamp() - ${OVERDUE}`

/** SQL of the overdue requests, and of the moment at which the next one is overdue. */
export const OVERDUE_REQUESTS = `select from scoring_requests where ${IS_OVERDUE}`
export const NEXT_OVERDUE_AT = `select min(requested_at) + ${OVERDUE} from scoring_requests where ${IS_PENDING}`

/** Finalizes the requests up to this revision; one of a later revision stays pending. */
export const finalizeRequests = async (
  sql: Transaction,
  { raceId, revision }: { raceId: number; revision: number },
  outcome: 'done' | 'superseded',
): Promise<void> => {
  await sql.raw(
    `update scoring_requests set done_at = clock_timestamp(),
       state = case when revision = :revision then :outcome else 'superseded' end
     where race_id = :raceId and state = 'pending' and revision <= :revision`,
    { raceId, revision, outcome },
  )
}

/** Races whose scoring is overdue: the wake-up or the worker was lost. */
export const overdueRaces = async (database: Database): Promise<number[]> => {
  const { rows } = await database.raw<{ rows: { race_id: number }[] }>(
    `select distinct race_id from scoring_requests where ${IS_OVERDUE} limit 1000`,
  )
  return rows.map(({ race_id }) => race_id)
}

/** Age of the oldest pending request in seconds; 0 without one. */
export const oldestRequest = async (database: Database): Promise<number> => {
  const { rows } = await database.raw<{ rows: { seconds: number | null }[] }>(
    `select extract(epoch from clock_timestamp() - min(requested_at))::float8 as seconds
     from scoring_requests where ${IS_PENDING}`,
  )
  return rows[0]?.seconds ?? 0
}
