import { weekendKey } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { holdSubject, isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notFound } from '@purple-sector/service-kit/errors'
import { notHereYet } from '@purple-sector/service-kit/not-here-yet'
import { groups, memberships } from './group-projection.ts'

const weekends = table<{ id: number }>('weekends')

const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There is no such weekend.')

/** Refuses a weekend that is not known. */
export const requireWeekend = async (sql: Database | Transaction, id: number): Promise<void> => {
  if (!(await weekends(sql).where({ id }).first('id'))) throw notHereYet(noSuchWeekend())
}

/** Holds a weekend whose room somebody writes in: it is not deleted before the transaction ends. */
export const holdWeekend = async (sql: Transaction, id: number): Promise<void> => {
  const { isDeleted } = await holdSubject(sql, 'shared', weekendKey(id))
  if (isDeleted) throw noSuchWeekend()
  await requireWeekend(sql, id)
}

/** With its weekend go its room and its groups, for everybody at once; a task removes their messages. */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (await isDeleted(sql, subject)) return
  const { id, deleted } = data
  if (!deleted) {
    await weekends(sql).insert({ id }).onConflict('id').ignore()
    return
  }
  await markDeleted(sql, subject)
  await weekends(sql).where({ id }).delete()
  const ended = await groups(sql).where({ weekend_id: id }).select('id')
  await memberships(sql)
    .whereIn(
      'group_id',
      ended.map((group) => group.id),
    )
    .delete()
})
