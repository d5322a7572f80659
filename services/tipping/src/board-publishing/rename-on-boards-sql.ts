import type { Database, Transaction } from '@purple-sector/database'
import { markSeasonsOfUsers } from '../seasons/seasons-to-refresh-sql.ts'
import { selectWeekendsForUpdate } from './publish-leaderboards.ts'

const USER_BATCH_SIZE = 500

/**
 * Former members too: the board of a completed weekend may keep their row. `offset 0` forces a lookup per user and board:
 * one new name must not scan all standings.
 */
const ON_BOARDS = `
select s.scope_id, s.user_id, scope.weekend_id, u.sort_name
from users u
cross join lateral (
  select id, weekend_id from scopes where group_id is null
  union all
  select scopes.id, weekend_id from scopes where id in (
    select scope_id from memberships where user_id = u.id and left_at is null
    union select scope_id from memberships where user_id = u.id and left_at is not null
  )
) scope
cross join lateral (
  select scope_id, user_id from standings where scope_id = scope.id and user_id = u.id offset 0
) s
where u.id = any(:userIds::text[])`

const claimUsers = async (sql: Transaction): Promise<string[]> => {
  const { rows } = await sql.raw<{ rows: { user_id: string }[] }>(
    `delete from users_to_refresh where user_id in (
       select user_id from users_to_refresh order by user_id limit ? for update skip locked
     ) returning user_id`,
    [USER_BATCH_SIZE],
  )
  return rows.map(({ user_id }) => user_id)
}

const rename = async (sql: Transaction, userIds: string[]): Promise<void> => {
  // Standings are changed only under the weekend's row lock: scoring updates the same rows.
  const { rows } = await sql.raw<{ rows: { weekend_id: number }[] }>(
    `select distinct weekend_id from (${ON_BOARDS}) boards`,
    { userIds },
  )
  await selectWeekendsForUpdate(
    sql,
    rows.map(({ weekend_id }) => weekend_id),
  )
  await sql.raw(
    `with boards as (${ON_BOARDS}
     ), sorted as (
       update standings s set sort_name = boards.sort_name from boards
       where s.scope_id = boards.scope_id and s.user_id = boards.user_id and s.sort_name <> boards.sort_name
     )
     insert into scopes_to_refresh (scope_id) select distinct scope_id from boards on conflict do nothing`,
    { userIds },
  )
  await markSeasonsOfUsers(sql, userIds)
}

/** Sorts the users in `users_to_refresh` by their new names, and makes all their boards due for a new version. */
export const renameOnBoards = async (database: Database): Promise<void> => {
  let claimed = USER_BATCH_SIZE
  while (claimed === USER_BATCH_SIZE)
    claimed = await database.transaction(async (sql) => {
      const userIds = await claimUsers(sql)
      if (userIds.length > 0) await rename(sql, userIds)
      return userIds.length
    })
}
