import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { standingLedger } from '../scoring/standing-ledger-sql.ts'
import { appendGroupBoards, appendOpenBoard } from './board-events-sql.ts'
import { pendingLeaderboardEvents } from './pending-leaderboard-events-sql.ts'
import { publishPending } from './publish-leaderboards.ts'
import { renameOnBoards } from './rename-on-boards-sql.ts'

/** Interval of the check, ms; a new name is on every screen within a second. */
const INTERVAL_MS = 200

/**
 * Boards with participants that no version counts yet, with new names or with removed participants: at most one such
 * version a second, because every version is an event to every watcher of the board. A further tip of a participant
 * changes only the number of tips and is published after ten seconds, because all fans tip in several categories before
 * a deadline.
 */
const IS_DUE = `not deleted and (
  refreshed_at < clock_timestamp() - interval '0.9 seconds' and (
    id in (select scope_id from standings where since_version is null) or id in (select scope_id from scopes_to_refresh))
  or refreshed_at < clock_timestamp() - interval '10 seconds' and id in (select scope_id from tips_to_count))`

/** All pending rows, due or not; they are few. */
const PENDING = `
select from scopes where not deleted and (id in (select scope_id from standings where since_version is null)
  or id in (select scope_id from scopes_to_refresh) or id in (select scope_id from tips_to_count))
union all select from users_to_refresh`

/** `result_version` stays, and with it every positionChange. */
const RAISE = `
with due as (
  select id from scopes where weekend_id = :weekendId and ${IS_DUE}
), requested as (
  delete from scopes_to_refresh using due where scope_id = due.id returning scope_id, recount
), raised as (
  update scopes set version = version + 1, refreshed_at = clock_timestamp() from due where scopes.id = due.id
  returning scopes.id, group_id is null as is_open, version
)
insert into changed_boards (scope_id, is_open, version, recount)
select id, is_open, version, coalesce(recount, false) from raised left join requested on requested.scope_id = raised.id`

const refreshWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    'select from weekends where id = ? and not deleted for no key update skip locked',
    [weekendId],
  )
  if (rows.length === 0) return
  const [pending] = await pendingLeaderboardEvents(sql).find([weekendId])
  if (pending?.isInProgress) return
  if (pending) await publishPending(sql, [weekendId])
  const standings = standingLedger(sql)
  await standings.prepare()
  const { rowCount } = await sql.raw<{ rowCount: number }>(RAISE, { weekendId })
  if (rowCount === 0) return
  await standings.countNewcomers('new version')
  await standings.recount()
  await appendOpenBoard(sql, weekendId, 'newcomers')
  await appendGroupBoards(sql, weekendId, 'newcomers')
}

/** Run several times a second, and mostly without rows. */
const DUE = `
select array(select distinct weekend_id from scopes where ${IS_DUE}) as "weekendIds",
  exists (select from users_to_refresh) as "hasNames"`

type Due = { weekendIds: number[]; hasNames: boolean }

const findDue = async (database: Database): Promise<Due> => {
  const { rows } = await database.raw<{ rows: [Due] }>(DUE)
  return rows[0]
}

/**
 * Gives every board that is due a new version and publishes it. Skips a weekend until the next run while it is being
 * scored or its groups are being published; if the publisher has stalled, publishes the rest.
 */
export const refreshBoards = async (database: Database): Promise<void> => {
  let due = await findDue(database)
  if (due.hasNames) {
    await renameOnBoards(database)
    due = await findDue(database)
  }
  for (const weekendId of due.weekendIds) await database.transaction((sql) => refreshWeekend(sql, weekendId))
}

/** Starts the refresh of boards between results. Any number of processes may run it. */
export const startBoardRefresh = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'refresh of boards',
    due: PENDING,
    work: () => refreshBoards(database),
  })
