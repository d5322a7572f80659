import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'

type TipCounts = CallAnswer<typeof calls.countTips>

/** Counts the tips, and the users with tips, of a weekend or one of its categories: called before a deletion. */
export const countTips =
  ({ database }: { database: Database }) =>
  async ({ params, query }: ParsedCall<typeof calls.countTips>): Promise<TipCounts> => {
    const { rows } = await database.raw<{ rows: [TipCounts] }>(
      `select count(*)::integer as tips, count(distinct user_id)::integer as racers
       from tips where weekend_id = :weekendId and category_id = coalesce(:categoryId, category_id)`,
      { weekendId: params.id, categoryId: query.categoryId ?? null },
    )
    return rows[0]
  }
