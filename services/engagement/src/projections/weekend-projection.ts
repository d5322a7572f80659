import { weekendSubject } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { notFound } from '@purple-sector/service-kit/errors'
import { pendingRemovals } from '../deletion/pending-removal-repository.ts'

export type WeekendRow = {
  id: number
  name: string
  status: 'inactive' | 'live' | 'completed'
  start_date: string
  end_date: string
  time_zone: string
  product_race_ids: number[]
  /** The season that it is a round of. */
  season_id: number | null
  round: number | null
}

const FIND = `
select id, name, status, start_date, end_date, time_zone, product_race_ids, season_id, round from weekends where id = :id`

export const weekends = table<WeekendRow>('weekends')

/** Throws 404 for an unknown weekend: at once if it was deleted, retryable if its event may not have arrived yet. */
export const requireWeekend = async (sql: Database | Transaction, id: number): Promise<WeekendRow> => {
  const { rows } = await prepared<WeekendRow>(sql, 'find-weekend', FIND, { id })
  if (rows[0]) return rows[0]
  const unknownWeekend = notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
  throw (await isDeleted(sql, weekendSubject(id))) ? unknownWeekend : notReplicatedYet(unknownWeekend)
}

/** Projects a weekend; a task removes the rows of a deleted one. */
export const onWeekendChanged = on(weekendChanged, async ({ data: weekend, subject }, sql) => {
  const { id, name, status, deleted } = weekend
  if (!deleted) {
    if (await isDeleted(sql, subject)) return
    const { startDate: start_date, endDate: end_date, timeZone: time_zone, productRaceIds: product_race_ids } = weekend
    const { seasonId: season_id, round } = weekend
    const row = { id, name, status, start_date, end_date, time_zone, product_race_ids, season_id, round }
    await weekends(sql).insert(row).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  await weekends(sql).where({ id }).delete()
  await pendingRemovals(sql).add({ type: 'weekend', id })
})
