import { pollChanged } from '@purple-sector/contracts/engagement/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { pollReadModel } from './poll-read-model.ts'

/** A poll is told at most once a second, however many vote: each time is a message to everybody who looks at it. */
const MIN_INTERVAL_MS = 1_000

const DUE = `
select weekend_id as id from votes where not is_told
union all select weekend_id from polls where is_due`

/** Taken by one process at a time, and by none within a second of the last. */
const TAKE = `
update polls set told_at = clock_timestamp(), is_due = false where weekend_id = (
  select weekend_id from polls
  where weekend_id = :weekendId and told_at < clock_timestamp() - interval '0.9 seconds' for update skip locked)`

/** A vote that is being changed at this moment waits for the next time, and nobody for it. */
const NOTE_TOLD = `
update votes set is_told = true where (weekend_id, user_id) in (
  select weekend_id, user_id from votes where weekend_id = :weekendId and not is_told for update skip locked)`

const tellPoll = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('insert into polls (weekend_id) select id from weekends where id = ? on conflict do nothing', [
    weekendId,
  ])
  const { rowCount } = await sql.raw<{ rowCount: number }>(TAKE, { weekendId })
  if (rowCount === 0) return
  await sql.raw(NOTE_TOLD, { weekendId })
  await outbox(sql).append(pollChanged, { weekendId, ...(await pollReadModel(sql).standing(weekendId)) })
}

/** Tells how those polls stand in which something has changed. */
export const tellPolls = async (database: Database): Promise<void> => {
  const { rows } = await database.raw<{ rows: { id: number }[] }>(DUE)
  for (const id of new Set(rows.map((row) => row.id))) await database.transaction((sql) => tellPoll(sql, id))
}

/** Any number of processes may. */
export const startPollTelling = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'telling how polls stand',
    due: DUE,
    work: () => tellPolls(database),
  })
