import { weekendSubject } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { pendingLeaderboardEvents } from '../board-publishing/pending-leaderboard-events-sql.ts'
import { selectWeekendForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { membershipRepository } from '../scopes/membership-repository.ts'
import { followFilter } from '../scopes/open-competition.ts'
import { announceRound, withdrawRound } from '../season-announcements/season-announcements-sql.ts'
import { markSeasonOfWeekend } from '../seasons/seasons-to-refresh-sql.ts'

export type WeekendData = z.infer<typeof weekendChanged.data>

/** Whether weekends has deleted the weekend; if so, none of its states is stored or scored any more. */
export const isWeekendDeleted = (sql: Transaction, weekendId: number): Promise<boolean> =>
  isDeleted(sql, weekendSubject(weekendId))

/** `isSetBack`: it was completed, and is no more. */
type Change = { isSameFilter: boolean; isSameRound: boolean; isSetBack: boolean }

const save = async (sql: Transaction, weekend: WeekendData): Promise<Change> => {
  const stored = await sql('weekends')
    .where({ id: weekend.id })
    .forNoKeyUpdate()
    .first('product_race_ids', 'status', 'start_date', 'deleted')
  // Waits for jokers that are being played: none is accepted in a weekend that is completed.
  if (weekend.status === 'completed' && stored?.status !== 'completed')
    await lockSubject(sql, 'exclusive', weekendSubject(weekend.id))
  const { id, name, status, timeZone: time_zone, productRaceIds: product_race_ids, deleted } = weekend
  const row = { id, name, status, is_active: weekend.isActive, time_zone, product_race_ids, deleted }
  const days = { start_date: weekend.startDate, end_date: weekend.endDate }
  await sql('weekends')
    .insert({ ...row, ...days })
    .onConflict('id')
    .merge()
  if (stored && stored.status !== 'completed' && status === 'completed' && !deleted) await announceRound(sql, id)
  if (stored?.status === 'completed' && status !== 'completed') await withdrawRound(sql, id)
  const isSameRound = stored?.status === status && stored.deleted === deleted && stored.start_date === weekend.startDate
  return {
    isSameRound,
    isSameFilter: stored !== undefined && String(stored.product_race_ids) === String(product_race_ids),
    isSetBack: stored?.status === 'completed' && status !== 'completed',
  }
}

/** On boards that are not completed, the members of season groups are those of now (docs/rules.md, Season groups). */
const reopenBoards = async (sql: Transaction, weekendId: number): Promise<void> => {
  await selectWeekendForUpdate(sql, weekendId)
  await lockSubject(sql, 'exclusive', weekendSubject(weekendId))
  await membershipRepository(sql).reopenBoards(weekendId)
}

/**
 * Applies the state of a weekend; its open competition is created with it and follows its filter. The row is locked
 * first: this waits for a scoring, and tips must not wait with it.
 */
export const projectWeekend = async (sql: Transaction, weekend: WeekendData): Promise<void> => {
  if (await isWeekendDeleted(sql, weekend.id)) return
  const { isSameFilter, isSameRound, isSetBack } = await save(sql, weekend)
  if (weekend.deleted) {
    // Waits for tips in progress, so that the removal afterwards finds all rows.
    await markDeleted(sql, weekendSubject(weekend.id))
    // Its boards disappear at once and their pending events are discarded; their rows are removed in batches later.
    await pendingLeaderboardEvents(sql).remove(weekend.id)
    await sql('scopes').where({ weekend_id: weekend.id }).update({ deleted: true })
  } else {
    if (isSetBack) await reopenBoards(sql, weekend.id)
    if (!isSameFilter) await followFilter(sql, weekend)
  }
  if (!isSameRound) await markSeasonOfWeekend(sql, weekend.id)
}

export const onWeekendChanged = on(weekendChanged, ({ data }, sql) => projectWeekend(sql, data))
