import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Database, Transaction } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { publishStatus } from '../live-timing/publish-status.ts'
import { timingSessionRepository } from '../live-timing/timing-session-repository.ts'
import { reportRepository } from '../reports/report-repository.ts'
import { deliveryRepository } from '../webhooks/delivery-repository.ts'
import { pendingEventRepository } from '../webhooks/pending-event-repository.ts'

type Row = Pick<Weekend, 'id' | 'name' | 'status'> & { is_active: boolean }

/** Finds race control's copy of a weekend. */
export const findWeekend = async (
  sql: Database | Transaction,
  id: number,
): Promise<Pick<Weekend, 'id' | 'name' | 'status' | 'isActive'> | undefined> => {
  const row = await sql<Row>('weekends').where({ id }).first()
  return row && { id: row.id, name: row.name, status: row.status, isActive: row.is_active }
}

/** Projects a weekend. Its deletion removes its results and everything else known of it at once. */
export const onWeekendChanged = (removeTiming: (raceId: number) => Promise<void>) =>
  on(weekendChanged, async ({ data, subject }, sql) => {
    const { id, name, status, isActive: is_active, deleted } = data
    if (!deleted) {
      if (await isDeleted(sql, subject)) return undefined
      await sql<Row>('weekends').insert({ id, name, status, is_active }).onConflict('id').merge()
      return undefined
    }
    await markDeleted(sql, subject)
    await sql('weekends').where({ id }).delete()
    for (const table of ['result_revisions', 'race_locks', 'races', 'cars'])
      await sql(table).where({ weekend_id: id }).delete()
    await reportRepository(sql).removeAll(id)
    await pendingEventRepository(sql).removeOfWeekend(id)
    const removedTiming = await timingSessionRepository(sql).removeWeekend(id)
    if (removedTiming.wasRunning) await publishStatus(sql)
    await deliveryRepository(sql).cancelPending(id)
    return () => Promise.all(removedTiming.raceIds.map(removeTiming))
  })
