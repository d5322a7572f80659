import { type Database, prepared, type Transaction } from '@purple-sector/database'

/** Maximum rows of a small board; joining a hundred rows takes less than a millisecond by any plan. */
const SMALL_BOARD_ROWS = 100
/** Maximum boards for a generic plan; for more, the planner has to know their number. */
const FEW_BOARDS = 20

/** Reads along the index and stops at the limit, however large the board is. */
const ARE_SMALL = `
select not exists (
  select from unnest(:scopeIds::bigint[]) board (scope_id)
  where (
    select count(*) from (
      select from standings where scope_id = board.scope_id order by user_id limit ${SMALL_BOARD_ROWS + 1}
    ) few
  ) > ${SMALL_BOARD_ROWS}
) as "areSmall"`

const areSmall = async (sql: Database | Transaction, scopeIds: readonly number[]): Promise<boolean> => {
  if (scopeIds.length > FEW_BOARDS) return false
  const { rows } = await prepared<{ areSmall: boolean }>(sql, 'are-small', ARE_SMALL, { scopeIds })
  return rows[0]?.areSmall ?? false
}

type BoardQuery = { name: string; statement: string; bindings: Record<string, unknown> }

/**
 * Runs a query on boards, with a cached plan if all are small.
 *
 * A generic plan is good for any few small boards, and planning takes longer than reading them: the statement of this
 * `name` is planned once per connection. A page of ten thousand rows takes seconds by such a plan, so a query with a
 * board of more than a hundred rows is planned for its actual size.
 */
export const queryLeaderboards = async <Row>(
  sql: Database | Transaction,
  scopeIds: readonly number[],
  { name, statement, bindings }: BoardQuery,
): Promise<Row[]> => {
  const { rows } = (await areSmall(sql, scopeIds))
    ? await prepared<Row>(sql, name, statement, bindings)
    : await sql.raw<{ rows: Row[] }>(statement, bindings)
  return rows
}
