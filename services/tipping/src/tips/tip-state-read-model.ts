import type { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'

type TipState = z.infer<typeof tipSubmitted.data>

type TipRow = {
  id: number
  user_id: string
  weekend_id: number
  category_id: number
  category: string
  group_id: number | null
  car_id: number
  submitted_at: Date
  is_automatic: boolean
  is_copy: boolean
}

/** Tips of an ended membership are history. For a new consumer every tip is new. */
const TIPS = `
select tip.id, tip.user_id, tip.weekend_id, tip.category_id, category.name as category, scope.group_id, tip.car_id, tip.submitted_at, tip.is_automatic, tip.is_copy
from tips tip join categories category on category.id = tip.category_id
join scopes scope on scope.id = tip.scope_id and not scope.deleted
left join memberships member on member.id = tip.membership_id
where tip.id > ? and member.left_at is null order by tip.id limit ?`

/** Reads the next states of tips by id, after this tip. */
export const tipStatesAfter = async (sql: Transaction, tipId: number, limit: number): Promise<TipState[]> => {
  const { rows } = await sql.raw<{ rows: TipRow[] }>(TIPS, [tipId, limit])
  return rows.map((row) => ({
    tipId: row.id,
    userId: row.user_id,
    weekendId: row.weekend_id,
    categoryId: row.category_id,
    category: row.category,
    groupId: row.group_id,
    carId: row.car_id,
    isNew: true,
    submittedAt: row.submitted_at.toISOString(),
    isAutomatic: row.is_automatic,
    isCopy: row.is_copy,
  }))
}
