import type { Vote } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { type Counted, type Poll, pollOf } from './poll.ts'

/** A driver counts once in a category, however many of its cars they are entered with. */
const COUNT = `
select category_id as "categoryId", categories.name as category, min(driver) as "driverName", count(*)::integer as votes
from votes join categories on categories.id = category_id
where weekend_id = :weekendId
group by category_id, categories.name, list_order, lower(driver)
order by votes desc, list_order, category_id, lower(driver)`

const OF_FAN = `
select weekend_id as "weekendId", driver as "driverName", category_id as "categoryId", categories.name as category,
  voted_at as at
from votes join categories on categories.id = category_id
where weekend_id = :weekendId and user_id = :userId`

/** What is asked of polls. */
export const pollReadModel = (sql: Database | Transaction) => ({
  /** How it stands, of one snapshot. */
  async standing(weekendId: number): Promise<Poll> {
    const { rows } = await prepared<Counted>(sql, 'count-votes', COUNT, { weekendId })
    return pollOf(rows)
  },

  async voteOf(userId: string, weekendId: number): Promise<Vote | null> {
    const { rows } = await prepared<Omit<Vote, 'votedAt'> & { at: Date }>(sql, 'vote-of-fan', OF_FAN, {
      userId,
      weekendId,
    })
    if (!rows[0]) return null
    const { at, ...vote } = rows[0]
    return { ...vote, votedAt: at.toISOString() }
  },
})
