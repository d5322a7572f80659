import type { Vote, VoteBody } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { updateAchievements } from '../achievements/update-achievements-sql.ts'
import { POINTS } from '../points/activity.ts'
import { awardPoints } from '../points/award-points-sql.ts'
import { resolveCategory } from '../projections/category-projection.ts'
import { decideVote } from './poll.ts'
import { pollRepository } from './poll-repository.ts'

/** Casts or changes a user's vote for the best driver of a weekend. */
export const castVote =
  (database: Database) =>
  ({ userId }: Caller, { weekendId, category, driverName }: VoteBody): Promise<Vote> =>
    database.transaction(async (sql) => {
      const poll = pollRepository(sql)
      const weekend = await poll.lockWeekendAndVoter(weekendId, userId)
      const { id: categoryId, name } = await resolveCategory(sql, category)
      const cars = await poll.carsOfCategory(weekendId, categoryId)
      const car = decideVote({ weekend, category: { name }, cars }, driverName)
      const votedAt = await poll.save({ weekendId, userId, categoryId, car })
      await awardPoints(sql, [{ userId, weekendId, kind: 'vote', cause: `vote/${weekendId}`, points: POINTS.vote }])
      await updateAchievements(sql, userId, weekendId)
      return { weekendId, driverName: car.driver, categoryId, category: name, votedAt: votedAt.toISOString() }
    })
