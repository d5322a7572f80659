import { weekendSubject } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { isDeleted, lockAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { notFound } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { pendingWeekendRemovals } from '../groups/pending-weekend-removal-repository.ts'
import { lockToChangeRounds } from './season-projection.ts'

type WeekendState = z.infer<typeof weekendChanged.data>
type Row = {
  id: number
  name: string
  start_date: string
  end_date: string
  status: WeekendState['status']
  is_active: boolean
  time_zone: string
  season_id: number | null
  round: number | null
  /** Counts changes; season groups follow them. */
  changes: number
}

const weekends = table<Row>('weekends')

export const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')

/** Throws 404 for an unknown weekend. */
export const requireWeekend = async (sql: Database | Transaction, id: number): Promise<void> => {
  if (!(await weekends(sql).where({ id }).first('id'))) throw notReplicatedYet(noSuchWeekend())
}

/** Locks the weekend of a new or moved group against deletion until the transaction ends; throws 404. */
export const lockWeekend = async (sql: Transaction, id: number): Promise<void> => {
  const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', weekendSubject(id))
  if (isDeleted) throw noSuchWeekend()
  await requireWeekend(sql, id)
}

const rowOf = (weekend: WeekendState): Omit<Row, 'changes'> => ({
  id: weekend.id,
  name: weekend.name,
  start_date: weekend.startDate,
  end_date: weekend.endDate,
  status: weekend.status,
  is_active: weekend.isActive,
  time_zone: weekend.timeZone,
  season_id: weekend.seasonId,
  round: weekend.round,
})

/**
 * Projects a weekend; tasks let season groups follow its changes (`changes`), and remove a deleted one from its groups,
 * which are hidden at once if they have no other.
 */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (await isDeleted(sql, subject)) return
  const { id } = data
  const known = await weekends(sql).where({ id }).first('season_id')
  await lockToChangeRounds(sql, known?.season_id ?? null, data.seasonId)
  if (!data.deleted) {
    await weekends(sql)
      .insert(rowOf(data))
      .onConflict('id')
      .merge({ ...rowOf(data), changes: sql.raw('weekends.changes + 1') })
    return
  }
  await markDeleted(sql, subject)
  await sql('races').where({ weekend_id: id }).delete()
  await weekends(sql).where({ id }).delete()
  await pendingWeekendRemovals(sql).add(id)
})
