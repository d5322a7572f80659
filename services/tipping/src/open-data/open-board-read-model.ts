import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import type { OpenEntry } from '@purple-sector/contracts/tipping/open-data'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import type { Database, Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import {
  BOARD_COLUMNS,
  BOARD_ORDER,
  POSITION,
  POSITION_CHANGE,
  STANDING_JOINS,
} from '../leaderboards/leaderboard-sql.ts'

type Row = Omit<OpenEntry, 'name'> & Names
type PageRow = { version: number; total: number; newcomers: number; rows: Row[] }

export type OpenPage = { tag: string; version: number; total: number; entries: OpenEntry[] }

/** Rows of an open competition's board, which hides no points. */
const ROWS = `coalesce((
  select json_agg(json_build_object('position', ${POSITION}, 'positionChange', ${POSITION_CHANGE},
    'totalPoints', s.total, 'picks', json_build_object('first', s.firsts, 'second', s.seconds, 'third', s.thirds),
    'username', u.username, 'firstName', u.first_name, 'lastName', u.last_name) order by s.place)
  from (select *, row_number() over () as place from (
    select * from standings s where s.scope_id = :scopeId and not s.hidden
    order by ${BOARD_ORDER('s', 'standing_ranks')} limit :limit offset :offset
  ) best) s
  ${STANDING_JOINS('standing_ranks')}
  left join users u on u.id = s.user_id
), '[]')`

const PAGE = `with boards as materialized (select ${BOARD_COLUMNS} from scopes s where s.id = :scopeId), newcomers as (
  select count(*)::integer as count from standings where scope_id = :scopeId and since_version is null
)
select b.version, b.participants + newcomers.count as total, newcomers.count as newcomers, ${ROWS} as rows
from boards b cross join newcomers`

const entryOf = ({ username, firstName, lastName, ...row }: Row): OpenEntry => ({
  ...row,
  name: displayName({ username, firstName, lastName }),
})

const NO_BOARD: OpenPage = { tag: '"0"', version: 0, total: 0, entries: [] }

/** Reads the open competition of a weekend for the public. */
export const openBoardReadModel = (sql: Database | Transaction) => ({
  /**
   * Finds the weekend with the scope of its board; throws 404 while the weekend is not open to all (docs/rules.md, Open
   * data).
   */
  async find(weekendId: number): Promise<{ id: number; name: string; scopeId: number | null }> {
    const weekend = await sql('weekends').where({ id: weekendId, deleted: false }).first('name', 'status', 'is_active')
    if (!weekend || !isOpenToAll({ status: weekend.status, isActive: weekend.is_active }))
      throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
    const scope = await sql('scopes').where({ weekend_id: weekendId, group_id: null, deleted: false }).first('id')
    return { id: weekendId, name: weekend.name, scopeId: scope?.id ?? null }
  },

  /** Reads a page of the board; `tag` identifies the state of the whole board. */
  async page(scopeId: number | null, { limit, offset }: { limit: number; offset: number }): Promise<OpenPage> {
    if (scopeId === null) return NO_BOARD
    const { rows } = await sql.raw<{ rows: PageRow[] }>(PAGE, { scopeId, limit, offset })
    const [row] = rows
    if (!row) return NO_BOARD
    const { version, total, newcomers } = row
    return { tag: `"${scopeId}.${version}.${newcomers}"`, version, total, entries: row.rows.map(entryOf) }
  },
})
