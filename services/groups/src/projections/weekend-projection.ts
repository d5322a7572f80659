import { weekendSubject } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { isDeleted, lockAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { notFound } from '@purple-sector/service-kit/errors'

type Row = { id: number; name: string; start_date: string }

const weekends = table<Row>('weekends')

const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')

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

/** Hides the groups of a deleted weekend at once; a background task removes their rows. */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (await isDeleted(sql, subject)) return
  const { id, name, startDate: start_date } = data
  if (!data.deleted) {
    await weekends(sql).insert({ id, name, start_date }).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  await sql('races').where({ weekend_id: id }).delete()
  await weekends(sql).where({ id }).delete()
})
