import { type Database, prepared, type Transaction } from '@purple-sector/database'

/** A hundred rows compared with each other take less than a millisecond, by whatever plan. */
const SMALL = 100
/** Of more boards the planner has to know how many they are. */
const FEW_BOARDS = 20

/** In the order of the index: however large the others are, no more rows are read than are counted. */
const ARE_SMALL = `
select not exists (
  select from unnest(:scopeIds::bigint[]) board (scope_id)
  where (
    select count(*) from (
      select from standings where scope_id = board.scope_id order by user_id limit ${SMALL + 1}
    ) few
  ) > ${SMALL}
) as "areSmall"`

const areSmall = async (sql: Database | Transaction, scopeIds: readonly number[]): Promise<boolean> => {
  if (scopeIds.length > FEW_BOARDS) return false
  const { rows } = await prepared<{ areSmall: boolean }>(sql, 'are-small', ARE_SMALL, { scopeIds })
  return rows[0]?.areSmall ?? false
}

type BoardQuery = { name: string; statement: string; bindings: Record<string, unknown> }

/**
 * Asks something of boards. A plan for any few small boards is as good for others, and making one takes longer than
 * reading them: there the statement of this `name` is planned once. A page of ten thousand read by such a plan takes
 * seconds: where one of the boards has more than a hundred rows, it is planned for what they are.
 */
export const queryBoards = async <Row>(
  sql: Database | Transaction,
  scopeIds: readonly number[],
  { name, statement, bindings }: BoardQuery,
): Promise<Row[]> => {
  const { rows } = (await areSmall(sql, scopeIds))
    ? await prepared<Row>(sql, name, statement, bindings)
    : await sql.raw<{ rows: Row[] }>(statement, bindings)
  return rows
}
