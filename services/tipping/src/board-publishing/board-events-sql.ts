import { weekendKey } from '@purple-sector/contracts/event'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import {
  BOARD_COLUMNS,
  BOARD_ORDER,
  GROUP_RANKS,
  INSTANT,
  JOIN_ENTRY,
  type RanksTable,
  ROW_OF,
  SCORE,
  STANDING_JOINS,
} from '../leaderboards/leaderboard-sql.ts'

/** The result revision that changed boards, as their events carry it. */
export type ResultCause = NonNullable<z.infer<typeof boardChanged.data>['result']>
/** Why boards got a new version: a result revision, or new or renamed participants. */
export type BoardCause = ResultCause | 'newcomers'

/** Maximum bytes of one event, below the limit of the bus (1 MB); longer lists of changed participants are split. */
const EVENT_BYTES = 640_000
/** Groups per statement that builds events; twenty thousand would exceed its memory. */
export const GROUP_BATCH_SIZE = 2_000
const STANDING_BYTES = 130
/** Number of top rows in an event. */
const BEST = 20

/**
 * Selects the participants whose totals a version changed. A result version is also the first one that includes the
 * newcomers since the version before; a newcomer version changes no totals. `scopeFilter` is a condition on `scope_id`,
 * `moved` the relation of changed rows.
 */
const CHANGED = ({ scopeFilter, moved }: Pick<Source, 'scopeFilter' | 'moved'>): string => `
  select scope_id, user_id, total, firsts, seconds, thirds from ${moved}
  union all
  select scope_id, user_id, 0, 0, 0, 0 from board_newcomers newcomer where ${scopeFilter} and not exists (
    select from ${moved} where scope_id = newcomer.scope_id and user_id = newcomer.user_id
  )`

const JOIN_RANK = ROW_OF('rank', {
  points: 'r.total',
  firsts: 'r.firsts',
  seconds: 'r.seconds',
  thirds: 'r.thirds',
  count: 'r.count',
  position: 'r.position',
})
const JOIN_STANDING = ROW_OF('standing', {
  userId: 'c.user_id',
  totalPoints: 'c.total',
  firsts: 'c.firsts',
  seconds: 'c.seconds',
  thirds: 'c.thirds',
})

/**
 * Selects one kind of boards among `changed_boards c`, with their ranks, top rows and sizes; `entry` joins the event
 * entry of a top row `s`.
 */
type Source = {
  boardFilter: string
  scopeFilter: string
  moved: string
  ranks: RanksTable
  ctes: string
  best: string
  entry: string
  sizes: string
}

/** The open competition's board: its ranks are stored, and its top rows are read along the index. */
const OPEN: Source = {
  boardFilter: 'c.is_open',
  scopeFilter: 'scope_id in (select scope_id from boards)',
  moved: 'moved_standings',
  ranks: 'standing_ranks',
  ctes: '',
  best: `
  select s.*, row_number() over () as place from boards b cross join lateral (
    select * from standings s where s.scope_id = b.scope_id order by ${BOARD_ORDER('s', 'standing_ranks')} limit ${BEST}
  ) s`,
  entry: JOIN_ENTRY('null::text'),
  sizes: 'select scope_id, participants as total from boards',
}

/**
 * The groups' boards: reads all members once, for ranks and for changes. A row records whether its standing changed
 * with this version, so this also works after the scoring has committed. Tips are counted board by board.
 */
const GROUPS: Source = {
  boardFilter: 'not c.is_open and c.scope_id between :first and :last',
  scopeFilter: 'scope_id between :first and :last',
  moved: 'moved_members',
  ranks: 'group_ranks',
  ctes: `${GROUP_RANKS}, moved_members as (
  select members.* from members join boards b on b.scope_id = members.scope_id and b.version = members.changed_version
), tips_of_members as materialized (
  select tips.* from boards b cross join lateral (
    select scope_id, user_id, membership_id, count(*) as count from tips where scope_id = b.scope_id
    group by scope_id, user_id, membership_id offset 0
  ) tips
),`,
  best: `
  select * from (
    select *, row_number() over (partition by scope_id order by ${BOARD_ORDER('s', 'group_ranks')}) as place from members s
  ) ordered where place <= ${BEST}`,
  entry: `left join tips_of_members tips on tips.scope_id = s.scope_id and tips.user_id = s.user_id
    and tips.membership_id is not distinct from s.membership_id
  ${JOIN_ENTRY('null::text', { tips: 'coalesce(tips.count, 0)' })}`,
  sizes: 'select scope_id, count(*)::integer as total from members group by scope_id',
}

/**
 * Builds the statement for one kind of boards. Looks users up by a list of ids: some thousand index keys instead of the
 * whole table for each batch.
 */
const EVENTS = ({ boardFilter, scopeFilter, moved, ranks, ctes, best, entry, sizes }: Source): string => `
with boards as materialized (
  select ${BOARD_COLUMNS} from changed_boards c join scopes s on s.id = c.scope_id where ${boardFilter}
), ${ctes} best as materialized (${best}
), top_users as materialized (
  select * from users where id = any(array(select user_id from best))
), tops as materialized (
  select s.scope_id, json_agg(entry order by s.place) as entries
  from best s join boards b on b.scope_id = s.scope_id
  ${STANDING_JOINS(ranks)}
  left join top_users u on u.id = s.user_id
  ${entry}
  group by s.scope_id
), tables as materialized (
  select r.scope_id, json_agg(rank order by ${SCORE.map((column) => `r.${column} desc`).join(', ')}) as ranks
  from ${ranks} r join boards b on b.scope_id = r.scope_id ${JOIN_RANK}
  where not r.is_previous group by r.scope_id
), board as materialized (
  select b.scope_id, b.weekend_id, b.group_id, b.version, b.changed_at, coalesce(tops.entries, '[]') as entries,
    coalesce(tables.ranks, '[]') as ranks, coalesce(sizes.total, 0) as total,
    greatest(500, (${EVENT_BYTES} - coalesce(octet_length(tops.entries::text) + octet_length(tables.ranks::text), 0))
      / ${STANDING_BYTES}) as width
  from boards b left join tops using (scope_id) left join tables using (scope_id) left join (${sizes}) sizes using (scope_id)
), changed as (
  select scope_id, part, json_agg(standing) as standings from (
    select c.scope_id, ((row_number() over (partition by c.scope_id order by c.user_id) - 1) / board.width)::integer as part,
      standing
    from (${CHANGED({ scopeFilter, moved })}) c join board on board.scope_id = c.scope_id ${JOIN_STANDING}
  ) parts group by scope_id, part
)
select '${boardChanged.type}' as type,
  case when board.group_id is null then 'board/open/' || board.weekend_id else 'board/group/' || board.group_id end as subject,
  'weekend/' || board.weekend_id as key,
  json_build_object('weekendId', board.weekend_id, 'groupId', board.group_id, 'version', board.version,
    'changedAt', ${INSTANT('board.changed_at')},
    'reason', :reason::text, 'result', :result::json, 'total', board.total, 'entries', board.entries, 'ranks', board.ranks,
    'changed', coalesce(changed.standings, '[]'), 'part', coalesce(changed.part, 0) + 1,
    'parts', count(*) over (partition by board.scope_id)) as data
from board left join changed using (scope_id)
order by board.group_id, part`

const BATCHES = `
select min(scope_id) as first, max(scope_id) as last from (
  select scope_id, (row_number() over (order by scope_id) - 1) / :size::bigint as batch
  from changed_boards where not is_open
) batches group by batch order by batch`

type Trace = { traceparent?: string }

const append = async (
  sql: Transaction,
  { source, weekendId, cause }: { source: Source; weekendId: number; cause: BoardCause },
  trace: Trace,
  batch: object = {},
): Promise<void> => {
  const result = cause === 'newcomers' ? null : JSON.stringify(cause)
  const bindings = { reason: result ? 'result' : 'newcomers', result, ...batch }
  await outbox(sql).appendSelected([weekendKey(weekendId)], EVENTS(source), bindings, trace)
}

/*
 * Builds the events of the boards in `changed_boards`, all of one weekend, by SQL from the current rows. The open
 * competition's event precedes those of the groups. The planner has no statistics of this connection's temporary tables
 * and would estimate one board and read all others for each; so they are analyzed first.
 */

/** Appends the event of the open competition's board, if it changed. */
export const appendOpenBoard = async (sql: Transaction, weekendId: number, cause: BoardCause): Promise<void> => {
  await sql.raw('analyze changed_boards')
  await append(sql, { source: OPEN, weekendId, cause }, {})
}

/** Appends the events of the groups' boards. */
export const appendGroupBoards = async (
  sql: Transaction,
  weekendId: number,
  cause: BoardCause,
  trace: Trace = {},
): Promise<void> => {
  await sql.raw('analyze changed_boards')
  const { rows } = await sql.raw<{ rows: { first: number; last: number }[] }>(BATCHES, { size: GROUP_BATCH_SIZE })
  for (const batch of rows) await append(sql, { source: GROUPS, weekendId, cause }, trace, batch)
}
