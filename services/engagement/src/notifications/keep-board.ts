import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'

export type Board = z.infer<typeof boardChanged.data>

/** The columns of a board's ranks, as its events tell them. */
export const RANK_COLUMNS = 'points integer, firsts integer, seconds integer, thirds integer, position integer'

/** A version that comes late takes nothing back; of an account that is gone tipping goes on to tell. */
const KEEP_STANDINGS = `
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

const KEEP_RANKS = `
insert into boards as b (weekend_id, group_id, version, ranks) values (:weekendId, :groupId, :version, :ranks::json)
on conflict (weekend_id, group_id) do update set version = excluded.version, ranks = excluded.ranks
where b.version < excluded.version`

/** Takes over whose points a version of a board changed, as far as this part of it tells. */
export const keepStandings = async (sql: Transaction, board: Board): Promise<void> => {
  const { weekendId, groupId, version, changed } = board
  if (changed.length === 0) return
  await sql.raw(KEEP_STANDINGS, { weekendId, groupId, version, changed: JSON.stringify(changed) })
}

/** Takes over its ranks: from now on they are those of before. */
export const keepRanks = async (sql: Transaction, { weekendId, groupId, version, ranks }: Board): Promise<void> => {
  await sql.raw(KEEP_RANKS, { weekendId, groupId, version, ranks: JSON.stringify(ranks) })
}
