import type { Category } from '@purple-sector/contracts/categories'
import type { tipCountsSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { z } from 'zod'

type TipCounts = z.infer<typeof tipCountsSchema>

/**
 * How many tips a weekend, or one category of it, holds, and of how many people: asked before something is deleted.
 */
export const tipCounts = async (database: Database, weekendId: number, category?: Category): Promise<TipCounts> => {
  const { rows } = await database.raw<{ rows: [TipCounts] }>(
    `select count(*)::integer as tips, count(distinct user_id)::integer as racers
     from tips where weekend_id = :weekendId and category = coalesce(:category, category)`,
    { weekendId, category: category ?? null },
  )
  return rows[0]
}
