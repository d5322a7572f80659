import type { PageQuery } from '@purple-sector/contracts/page'
import type { Knex } from 'knex'

/**
 * One page of a query's rows by their rising id, newest first (`pageQuery` of the contracts). `column` says whose id
 * where the query joins tables. It needs an index that begins with what the query asks for and ends with the id.
 */
export const pageOf = async <Row>(
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
