import { pollChanged } from '@purple-sector/contracts/engagement/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { pollReadModel } from './poll-read-model.ts'

/** A poll is published at most once per second, because every event goes to all viewers. */
const MIN_INTERVAL_MS = 1_000

const DUE = `
select weekend_id as id from votes where not is_published
union all select weekend_id from polls where is_due`

/** SQL: claims a poll for one process, at most once per second. */
const CLAIM = `
update polls set published_at = clock_timestamp(), is_due = false where weekend_id = (
  select weekend_id from polls
  where weekend_id = :weekendId and published_at < clock_timestamp() - interval '0.9 seconds' for update skip locked)`

/** SQL: marks votes as published; votes being changed concurrently are skipped until the next time. */
const MARK_VOTES_PUBLISHED = `
update votes set is_published = true where (weekend_id, user_id) in (
  select weekend_id, user_id from votes where weekend_id = :weekendId and not is_published for update skip locked)`

const publishPoll = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('insert into polls (weekend_id) select id from weekends where id = ? on conflict do nothing', [
    weekendId,
  ])
  const { rowCount } = await sql.raw<{ rowCount: number }>(CLAIM, { weekendId })
  if (rowCount === 0) return
  await sql.raw(MARK_VOTES_PUBLISHED, { weekendId })
  await outbox(sql).append(pollChanged, { weekendId, ...(await pollReadModel(sql).result(weekendId)) })
}

/** Publishes the results of changed polls. */
export const publishPolls = async (database: Database): Promise<void> => {
  const { rows } = await database.raw<{ rows: { id: number }[] }>(DUE)
  for (const id of new Set(rows.map((row) => row.id))) await database.transaction((sql) => publishPoll(sql, id))
}

/** Starts the task that publishes poll results; may run in any number of processes. */
export const startPollPublishing = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'publish polls',
    due: DUE,
    work: () => publishPolls(database),
  })
