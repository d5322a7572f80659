import { engagementBoardChanged } from '@purple-sector/contracts/engagement/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { boardReadModel } from './board-read-model.ts'

/** A board gets at most one version per second, because every version is an event to all viewers. */
const MIN_INTERVAL_MS = 1_000
const PUBLISHED_ROWS = 20

/** SQL: raises the version; returns no row if another process has just done so. */
const RAISE = `
insert into engagement_boards as b (weekend_id, version, refreshed_at) values (:weekendId, 1, clock_timestamp())
on conflict (weekend_id) do update set version = b.version + 1, refreshed_at = clock_timestamp()
where b.refreshed_at < clock_timestamp() - interval '0.9 seconds' returning version`

/** SQL: adds committed changes to the ranks; transactions in flight are counted next time. */
const COUNT = `
with changes as (
  delete from engagement_changes where weekend_id = :weekendId returning points_before, points_after
), moved as (
  select points, sum(fans)::integer as fans from (
    select points_before, -1 from changes where points_before is not null
    union all
    select points_after, 1 from changes where points_after is not null
  ) each (points, fans) group by points having sum(fans) <> 0
)
insert into engagement_ranks as r (weekend_id, points, fans) select :weekendId, points, fans from moved order by points
on conflict (weekend_id, points) do update set fans = r.fans + excluded.fans`

const refreshBoard = async (sql: Transaction, weekendId: number): Promise<void> => {
  if ((await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted) return
  const { rows } = await sql.raw<{ rows: { version: number }[] }>(RAISE, { weekendId })
  if (rows.length === 0) return
  await sql.raw(COUNT, { weekendId })
  await sql.raw('delete from engagement_ranks where weekend_id = ? and fans = 0', [weekendId])
  const { version, total, entries } = await boardReadModel(sql, weekendId).page({ limit: PUBLISHED_ROWS, offset: 0 })
  await outbox(sql).append(engagementBoardChanged, { weekendId, version, total, entries })
}

/** Raises and publishes the version of every changed board. */
export const refreshBoards = async (database: Database): Promise<void> => {
  const { rows } = await database.raw<{ rows: { weekend_id: number }[] }>(
    'select distinct weekend_id from engagement_changes',
  )
  for (const { weekend_id } of rows) await database.transaction((sql) => refreshBoard(sql, weekend_id))
}

/** Starts the task that refreshes engagement boards; may run in any number of processes. */
export const startBoardRefresh = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'refresh engagement boards',
    due: 'select from engagement_changes',
    work: () => refreshBoards(database),
  })
