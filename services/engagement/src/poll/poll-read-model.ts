import type { Vote } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { type DriverVotes, type Poll, pollOf } from './poll.ts'

/**
 * SQL: counts votes per driver and category, over all cars of the driver.
 *
 * Votes are grouped by the exact name first, because normalizing every name would take longer than the rest.
 */
const COUNT_VOTES = `
with written as (
  select category_id, driver, count(*)::integer as votes from votes where weekend_id = :weekendId
  group by category_id, driver
)
select category_id as "categoryId", categories.name as category, min(driver) as "driverName",
  sum(votes)::integer as votes
from written join categories on categories.id = category_id
group by category_id, categories.name, list_order, lower(driver)
order by 4 desc, list_order, category_id, lower(driver)`

const VOTE_OF_USER = `
select weekend_id as "weekendId", driver as "driverName", category_id as "categoryId", categories.name as category,
  voted_at as at
from votes join categories on categories.id = category_id
where weekend_id = :weekendId and user_id = :userId`

/** Reads polls and votes. */
export const pollReadModel = (sql: Database | Transaction) => ({
  /** Reads the current result from one snapshot. */
  async result(weekendId: number): Promise<Poll> {
    const { rows } = await prepared<DriverVotes>(sql, 'count-votes', COUNT_VOTES, { weekendId })
    return pollOf(rows)
  },

  async voteOf(userId: string, weekendId: number): Promise<Vote | null> {
    const { rows } = await prepared<Omit<Vote, 'votedAt'> & { at: Date }>(sql, 'vote-of-fan', VOTE_OF_USER, {
      userId,
      weekendId,
    })
    if (!rows[0]) return null
    const { at, ...vote } = rows[0]
    return { ...vote, votedAt: at.toISOString() }
  },
})
