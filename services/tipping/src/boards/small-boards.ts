import { type Database, prepared, type Transaction } from '@purple-sector/database'

/** So many rows: looking for any of them among all takes less than a millisecond, however it is done. */
const SMALL = 100

const ARE_SMALL = `
select not exists (
  select from unnest(:scopeIds::bigint[]) board (scope_id)
  where (select count(*) from (select from standings where scope_id = board.scope_id limit ${SMALL + 1}) few) > ${SMALL}
) as "areSmall"`

/**
 * Whether none of these boards has more than a hundred rows. A plan for any small board is as good for each, and making one
 * takes longer than reading: those are asked for by statements that are planned once. A board of ten thousand read by such
 * a plan takes seconds.
 */
export const areSmall = async (sql: Database | Transaction, scopeIds: readonly number[]): Promise<boolean> => {
  const { rows } = await prepared<{ areSmall: boolean }>(sql, 'are-small', ARE_SMALL, { scopeIds })
  return rows[0]?.areSmall ?? false
}
