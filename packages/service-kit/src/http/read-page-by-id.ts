import type { PageQuery } from '@purple-sector/contracts/page'
import type { Knex } from 'knex'

/**
 * Reads one page of a query's rows by keyset pagination over their ids (`pageQuery` of the contracts).
 *
 * Rows come newest first, by descending id: the newest ones, those before a row, or those next after it.
 *
 * `column` qualifies the id if the query joins tables. Needs an index on the query's filter columns followed by the id.
 */
export const readPageById = async <Row>(
  query: Knex.QueryBuilder,
  { limit, before, after }: PageQuery,
  column = 'id',
): Promise<Row[]> => {
  if (after !== undefined) {
    const next: Row[] = await query.where(column, '>', after).orderBy(column, 'asc').limit(limit)
    return next.reverse()
  }
  if (before !== undefined) query.where(column, '<', before)
  return query.orderBy(column, 'desc').limit(limit)
}
