import { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import type { z } from 'zod'
import {
  BOARD_COLUMNS,
  BOARD_ORDER,
  ENTRY,
  GROUP_RANKS,
  INSTANT,
  type RanksTable,
  STANDING_JOINS,
} from './board-sql.ts'

/** What gave boards a new version: a revision of a result, or people who came or are called otherwise. */
export type BoardCause = NonNullable<z.infer<typeof boardChanged.data>['result']> | 'newcomers'

/** One event stays below what the bus takes (1 MB): long lists of changed participants are split. */
const EVENT_BYTES = 640_000
/** The events of so many groups are made by one statement: of twenty thousand they would not fit into its memory. */
const GROUPS_AT_ONCE = 500
const STANDING_BYTES = 130

/**
 * Whose totals a version changed. A result is also the first version that has those who came since the one before;
 * where the version is for newcomers nothing has moved.
 */
const CHANGED = `
  select scope_id, user_id, total, firsts, seconds, thirds from moved_standings
  union all
  select scope_id, user_id, 0, 0, 0, 0 from board_newcomers came where not exists (
    select from moved_standings where scope_id = came.scope_id and user_id = came.user_id
  )`

/** A sub-select with `offset 0` is looked up row by row: some thousand keys of an index, never the whole table. */
const EVENTS = (ranks: RanksTable): string => `
with boards as materialized (
  select ${BOARD_COLUMNS} from changed_boards c join scopes s on s.id = c.scope_id
  where ${ranks === 'group_ranks' ? 's.group_id is not null and c.scope_id between :first and :last' : 's.group_id is null'}
), ${ranks === 'group_ranks' ? `${GROUP_RANKS},` : ''}
tops as materialized (
  select b.scope_id, json_agg(${ENTRY('null::text')} order by s.place) as entries
  from boards b cross join lateral (
    select *, row_number() over () as place from (
      select * from standings s where s.scope_id = b.scope_id order by ${BOARD_ORDER('s', ranks)} limit 20
    ) best
  ) s
  ${STANDING_JOINS(ranks)}
  left join lateral (select * from users where id = s.user_id offset 0) u on true
  group by b.scope_id
), tables as materialized (
  select r.scope_id, json_agg(json_build_object('points', total, 'firsts', firsts, 'seconds', seconds,
    'thirds', thirds, 'count', count, 'position', position)
    order by total desc, firsts desc, seconds desc, thirds desc) as ranks
  from ${ranks} r join boards b on b.scope_id = r.scope_id where not r.is_previous group by r.scope_id
), board as materialized (
  select b.scope_id, b.weekend_id, b.group_id, b.version, b.changed_at, coalesce(tops.entries, '[]') as entries,
    coalesce(tables.ranks, '[]') as ranks,
    case when b.group_id is null then b.participants
      else (select count(*)::integer from standings where scope_id = b.scope_id) end as total,
    greatest(500, (${EVENT_BYTES} - coalesce(octet_length(tops.entries::text) + octet_length(tables.ranks::text), 0))
      / ${STANDING_BYTES}) as width
  from boards b left join tops using (scope_id) left join tables using (scope_id)
), changed as (
  select scope_id, part, json_agg(standing) as standings from (
    select c.scope_id, ((row_number() over (partition by c.scope_id order by c.user_id) - 1) / board.width)::integer as part,
      json_build_object('userId', c.user_id, 'totalPoints', c.total, 'firsts', c.firsts, 'seconds', c.seconds,
        'thirds', c.thirds) as standing
    from (${CHANGED}) c join board on board.scope_id = c.scope_id
  ) numbered group by scope_id, part
), event as (
  select board.group_id, coalesce(changed.part, 0) as part,
    case when board.group_id is null then 'board/open/' || board.weekend_id else 'board/group/' || board.group_id end
      as subject,
    'weekend/' || board.weekend_id as key,
    json_build_object('weekendId', board.weekend_id, 'groupId', board.group_id, 'version', board.version,
      'changedAt', ${INSTANT('board.changed_at')},
      'reason', :reason::text, 'result', :result::json, 'total', board.total, 'entries', board.entries, 'ranks', board.ranks,
      'changed', coalesce(changed.standings, '[]'), 'part', coalesce(changed.part, 0) + 1,
      'parts', count(*) over (partition by board.scope_id)) as data
  from board left join changed using (scope_id)
)
select outbox_append_many(
  array_agg(row('${boardChanged.kind}', '${boardChanged.type}', subject, key, data)::outbox_entry order by group_id, part), :traceparent)
from event having count(*) > 0`

const BATCHES = `
select min(scope_id) as first, max(scope_id) as last from (
  select scope_id, (row_number() over (order by scope_id) - 1) / :size::bigint as batch
  from changed_boards where not is_open
) numbered group by batch order by batch`

/**
 * Appends the events of the boards in `changed_boards`, made by SQL from the rows as they are now: the open
 * competition's before the groups'.
 */
export const appendBoardEvents = async (sql: Transaction, cause: BoardCause): Promise<void> => {
  const result = cause === 'newcomers' ? null : JSON.stringify(cause)
  const bindings = { reason: result ? 'result' : 'newcomers', result, traceparent: currentTraceparent() ?? null }
  // The planner knows nothing of this connection's tables and takes many boards for one: each would read all others.
  await sql.raw('analyze changed_boards')
  await sql.raw(EVENTS('standing_ranks'), bindings)
  const { rows } = await sql.raw<{ rows: { first: number; last: number }[] }>(BATCHES, { size: GROUPS_AT_ONCE })
  for (const { first, last } of rows) await sql.raw(EVENTS('group_ranks'), { ...bindings, first, last })
  outbox(sql).announce()
}
