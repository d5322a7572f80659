import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import { lockAllAndCheckDeleted } from '@purple-sector/messaging'
import { unauthorized } from '@purple-sector/service-kit/errors'
import { cars } from '../projections/car-projection.ts'
import { requireWeekend, type WeekendRow } from '../projections/weekend-projection.ts'
import type { EnteredCar } from './poll.ts'

type PollRow = { weekend_id: number; published_at: Date; is_due: boolean }
type VoteRow = {
  weekend_id: number
  user_id: string
  category_id: number
  car_id: number
  driver: string
  voted_at: Date
  is_published: boolean
}
type Vote = { weekendId: number; userId: string; categoryId: number; car: EnteredCar }

const polls = table<PollRow>('polls')
const votes = table<VoteRow>('votes')

const IS_SAME = `(votes.category_id, votes.car_id, votes.driver)
  is not distinct from (excluded.category_id, excluded.car_id, excluded.driver)`

/** SQL: saves a vote; repeating it changes neither its time nor its published state. */
const SAVE = `
insert into votes (weekend_id, user_id, category_id, car_id, driver, voted_at)
values (:weekendId, :userId, :categoryId, :carId, :driver, clock_timestamp())
on conflict (weekend_id, user_id) do update set category_id = excluded.category_id, car_id = excluded.car_id,
  driver = excluded.driver, voted_at = case when ${IS_SAME} then votes.voted_at else excluded.voted_at end,
  is_published = votes.is_published and ${IS_SAME}
returning voted_at as at`

/** SQL: weekends whose polls are to be published. */
export const DUE_POLLS = `
select weekend_id as id from votes where not is_published
union all select weekend_id from polls where is_due`

/** SQL: claims a poll for one process, at most once per second. */
const CLAIM_POLL = `
update polls set published_at = clock_timestamp(), is_due = false where weekend_id = (
  select weekend_id from polls
  where weekend_id = :weekendId and published_at < clock_timestamp() - interval '0.9 seconds' for update skip locked)`

/** SQL: marks votes as published; votes being changed concurrently are skipped until the next time. */
const MARK_VOTES_PUBLISHED = `
update votes set is_published = true where (weekend_id, user_id) in (
  select weekend_id, user_id from votes where weekend_id = :weekendId and not is_published for update skip locked)`

/** Lists the weekends whose polls are to be published. */
export const weekendsOfDuePolls = async (database: Database): Promise<Set<number>> => {
  const { rows } = await database.raw<{ rows: { id: number }[] }>(DUE_POLLS)
  return new Set(rows.map(({ id }) => id))
}

/** Reads and writes votes in a transaction. */
export const pollRepository = (sql: Transaction) => ({
  /** Locks weekend and voter: neither is deleted, nor the weekend completed, before the transaction ends. */
  async lockWeekendAndVoter(weekendId: number, userId: string): Promise<WeekendRow> {
    const deletedSubjects = await lockAllAndCheckDeleted(sql, 'shared', [
      weekendSubject(weekendId),
      userSubject(userId),
    ])
    if (deletedSubjects.has(userSubject(userId))) throw unauthorized()
    return requireWeekend(sql, weekendId)
  },

  /** Lists the cars of a category. */
  carsOfCategory: (weekendId: number, categoryId: number): Promise<EnteredCar[]> =>
    cars(sql)
      .where({ weekend_id: weekendId, category_id: categoryId })
      .select('id', 'driver', 'withdrawn')
      .orderBy(['number', 'id']),

  /** Saves a vote and returns when it was cast. */
  async save({ car: { id: carId, driver }, ...vote }: Vote): Promise<Date> {
    const { rows } = await prepared<{ at: Date }>(sql, 'save-vote', SAVE, { ...vote, carId, driver })
    if (!rows[0]) throw new Error('the vote could not be saved')
    return rows[0].at
  },

  /** Moves votes for the driver of a car to a new name. */
  async rename(carId: number, { from, to }: { from: string; to: string }): Promise<void> {
    await votes(sql).where({ car_id: carId, driver: from }).update({ driver: to, is_published: false })
  },

  /** Marks polls to be published although they have no new vote. */
  async markForPublishing(weekendIds: readonly number[]): Promise<void> {
    if (weekendIds.length === 0) return
    const due = weekendIds.map((weekend_id) => ({ weekend_id, is_due: true }))
    await polls(sql).insert(due).onConflict('weekend_id').merge()
  },

  /** Lists the weekends in whose polls the user has voted. */
  async weekendsVotedIn(userId: string): Promise<number[]> {
    const rows = await votes(sql).where({ user_id: userId }).select('weekend_id').orderBy('weekend_id')
    return rows.map(({ weekend_id }) => weekend_id)
  },

  /** Claims a poll and its votes for publishing; false if another process has just published it. */
  async claimForPublishing(weekendId: number): Promise<boolean> {
    await sql.raw('insert into polls (weekend_id) select id from weekends where id = ? on conflict do nothing', [
      weekendId,
    ])
    const { rowCount } = await sql.raw<{ rowCount: number }>(CLAIM_POLL, { weekendId })
    if (rowCount === 0) return false
    await sql.raw(MARK_VOTES_PUBLISHED, { weekendId })
    return true
  },
})
