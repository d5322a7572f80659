import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'

export type Board = z.infer<typeof boardChanged.data>

/** SQL: columns of a board's ranks in its events. */
export const RANK_COLUMNS = 'points integer, firsts integer, seconds integer, thirds integer, position integer'

/** SQL: upserts standings; older versions are ignored, and so are deleted accounts, which tipping still publishes. */
const SAVE_STANDINGS = `
insert into standings as s (weekend_id, group_id, user_id, version, total, firsts, seconds, thirds)
select :weekendId, :groupId, "userId", :version, "totalPoints", firsts, seconds, thirds
from json_to_recordset(:changed::json)
  as changed ("userId" text, "totalPoints" integer, firsts integer, seconds integer, thirds integer)
where not exists (select from deleted_subjects where subject = 'user/' || "userId")
on conflict (weekend_id, group_id, user_id) do update set
  previous_total = s.total, previous_firsts = s.firsts, previous_seconds = s.seconds, previous_thirds = s.thirds,
  version = excluded.version, total = excluded.total,
  firsts = excluded.firsts, seconds = excluded.seconds, thirds = excluded.thirds
where s.version < excluded.version`

const SAVE_RANKS = `
insert into boards as b (weekend_id, group_id, version, ranks) values (:weekendId, :groupId, :version, :ranks::json)
on conflict (weekend_id, group_id) do update set version = excluded.version, ranks = excluded.ranks
where b.version < excluded.version`

/** Saves the standings that this part of a board version changed. */
export const saveStandings = async (sql: Transaction, board: Board): Promise<void> => {
  const { weekendId, groupId, version, changed } = board
  if (changed.length === 0) return
  await sql.raw(SAVE_STANDINGS, { weekendId, groupId, version, changed: JSON.stringify(changed) })
}

/** Saves the ranks of a board, which become the previous ranks of the next version. */
export const saveRanks = async (sql: Transaction, { weekendId, groupId, version, ranks }: Board): Promise<void> => {
  await sql.raw(SAVE_RANKS, { weekendId, groupId, version, ranks: JSON.stringify(ranks) })
}

/** Removes users without a remaining tip from the open competition's board. */
export const removeUsersWithoutTip = async (
  sql: Transaction,
  { weekendId, userIds }: { weekendId: number; userIds: readonly string[] },
): Promise<void> => {
  await sql.raw(
    `delete from standings s where weekend_id = :weekendId and group_id is null and user_id = any(:userIds)
       and not exists (select from tips t where t.weekend_id = s.weekend_id and t.user_id = s.user_id and t.group_id is null)`,
    { weekendId, userIds },
  )
}
