import { sessionLockChanged, tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { type Republisher, republishes } from '@purple-sector/messaging'

const PAGE_SIZE = 500

type LockRow = { race_id: number; weekend_id: number; locks_at: Date | null }

type TipRow = {
  id: number
  user_id: string
  weekend_id: number
  category_id: number
  category: string
  group_id: number | null
  car_id: number
  submitted_at: Date
}

/** Tips of an ended membership are history. For a new consumer every tip is new. */
const TIPS = `
select tip.id, tip.user_id, tip.weekend_id, tip.category_id, category.name as category, scope.group_id, tip.car_id, tip.submitted_at
from tips tip join categories category on category.id = tip.category_id
join scopes scope on scope.id = tip.scope_id and not scope.deleted
left join memberships member on member.id = tip.membership_id
where tip.id > ? and member.left_at is null order by tip.id limit ?`

/** Republishes the states that tipping owns: when each race locks, and the current state of every tip. */
export const republishers: Republisher[] = [
  republishes(sessionLockChanged, async (sql, cursor) => {
    const rows: LockRow[] = await sql('races')
      .where('race_id', '>', Number(cursor ?? 0))
      .where({ deleted: false })
      .orderBy('race_id')
      .limit(PAGE_SIZE)
      .select('race_id', 'weekend_id', 'locks_at')
    const states = rows.map(({ race_id, weekend_id, locks_at }) => ({
      raceId: race_id,
      weekendId: weekend_id,
      locksAt: locks_at?.toISOString() ?? null,
      deleted: false,
    }))
    return { states, next: rows.length === PAGE_SIZE ? String(rows.at(-1)?.race_id) : undefined }
  }),
  republishes(tipSubmitted, async (sql, cursor) => {
    const { rows } = await sql.raw<{ rows: TipRow[] }>(TIPS, [Number(cursor ?? 0), PAGE_SIZE])
    const states = rows.map((row) => ({
      tipId: row.id,
      userId: row.user_id,
      weekendId: row.weekend_id,
      categoryId: row.category_id,
      category: row.category,
      groupId: row.group_id,
      carId: row.car_id,
      isNew: true,
      submittedAt: row.submitted_at.toISOString(),
    }))
    return { states, next: rows.length === PAGE_SIZE ? String(rows.at(-1)?.id) : undefined }
  }),
]
