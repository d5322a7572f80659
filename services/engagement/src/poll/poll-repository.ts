import { userKey, weekendKey } from '@purple-sector/contracts/event'
import { prepared, type Transaction, table } from '@purple-sector/database'
import { lockAllAndCheckDeleted } from '@purple-sector/messaging'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { cars } from '../projections/car-projection.ts'
import { requireWeekend, type WeekendRow } from '../projections/weekend-projection.ts'
import type { Entered } from './poll.ts'

type PollRow = { weekend_id: number; told_at: Date; is_due: boolean }
type VoteRow = {
  weekend_id: number
  user_id: string
  category_id: number
  car_id: number
  driver: string
  voted_at: Date
  is_told: boolean
}
type Vote = { weekendId: number; userId: string; categoryId: number; car: Entered }

const polls = table<PollRow>('polls')
const votes = table<VoteRow>('votes')

const IS_SAME = `(votes.category_id, votes.car_id, votes.driver)
  is not distinct from (excluded.category_id, excluded.car_id, excluded.driver)`

/** The same vote again is as old as it was, and nobody is told of it. */
const SAVE = `
insert into votes (weekend_id, user_id, category_id, car_id, driver, voted_at)
values (:weekendId, :userId, :categoryId, :carId, :driver, clock_timestamp())
on conflict (weekend_id, user_id) do update set category_id = excluded.category_id, car_id = excluded.car_id,
  driver = excluded.driver, voted_at = case when ${IS_SAME} then votes.voted_at else excluded.voted_at end,
  is_told = votes.is_told and ${IS_SAME}
returning voted_at as at`

/** Votes as one transaction sees and changes them. */
export const pollRepository = (sql: Transaction) => ({
  /** The weekend, and whoever votes: neither ends, and the weekend does not complete, before the transaction does. */
  async hold(weekendId: number, userId: string): Promise<WeekendRow> {
    const gone = await lockAllAndCheckDeleted(sql, 'shared', [weekendKey(weekendId), userKey(userId)])
    if (gone.has(userKey(userId))) throw unauthorized()
    return requireWeekend(sql, weekendId)
  },

  /** The cars of a category. */
  entered: (weekendId: number, categoryId: number): Promise<Entered[]> =>
    cars(sql)
      .where({ weekend_id: weekendId, category_id: categoryId })
      .select('id', 'driver', 'withdrawn')
      .orderBy(['number', 'id']),

  /** Answers when it was cast. */
  async save({ car: { id: carId, driver }, ...vote }: Vote): Promise<Date> {
    const { rows } = await prepared<{ at: Date }>(sql, 'save-vote', SAVE, { ...vote, carId, driver })
    if (!rows[0]) throw new Error('a vote that was saved is there')
    return rows[0].at
  },

  /** Gives the votes for who drives a car to the name they are called by from now on. */
  async rename(carId: number, { from, to }: { from: string; to: string }): Promise<void> {
    await votes(sql).where({ car_id: carId, driver: from }).update({ driver: to, is_told: false })
  },

  /** How these polls stand is told again, though no vote in them is new. */
  async tellAgain(weekendIds: readonly number[]): Promise<void> {
    if (weekendIds.length === 0) return
    const due = weekendIds.map((weekend_id) => ({ weekend_id, is_due: true }))
    await polls(sql).insert(due).onConflict('weekend_id').merge()
  },

  /** The weekends in whose polls somebody has voted. */
  async votedIn(userId: string): Promise<number[]> {
    const rows = await votes(sql).where({ user_id: userId }).select('weekend_id').orderBy('weekend_id')
    return rows.map(({ weekend_id }) => weekend_id)
  },
})
