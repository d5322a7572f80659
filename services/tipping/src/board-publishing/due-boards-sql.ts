import type { Database, Transaction } from '@purple-sector/database'
import { markSeasonsOfChangedBoards } from '../seasons/seasons-to-refresh-sql.ts'

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
export const PENDING_REFRESH = `
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

/** Run several times a second, and mostly without rows. */
const DUE = `
select array(select distinct weekend_id from scopes where ${IS_DUE}) as "weekendIds",
  exists (select from users_to_refresh) as "hasNames"`

type Due = { weekendIds: number[]; hasNames: boolean }

/** Finds the weekends with boards that are due, and whether users have new names. */
export const findDueBoards = async (database: Database): Promise<Due> => {
  const { rows } = await database.raw<{ rows: [Due] }>(DUE)
  return rows[0]
}

/**
 * Gives the due boards of a weekend a new version, marks their seasons, and stores them in `changed_boards`; returns their
 * number.
 */
export const raiseDueBoards = async (sql: Transaction, weekendId: number): Promise<number> => {
  const { rowCount } = await sql.raw<{ rowCount: number }>(RAISE, { weekendId })
  if (rowCount > 0) await markSeasonsOfChangedBoards(sql, { isBetweenResults: true })
  return rowCount
}
