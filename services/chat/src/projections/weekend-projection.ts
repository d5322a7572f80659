import { weekendKey } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { roomsToRemove } from '../rooms/remove-rooms.ts'
import { noSuchRoom } from '../rooms/room.ts'
import { groups, memberships } from './group-projection.ts'

const weekends = table<{ id: number; name: string }>('weekends')

export const isWeekendHere = async (sql: Database | Transaction, id: number): Promise<boolean> =>
  (await prepared(sql, 'weekend-here', 'select from weekends where id = :id', { id })).rowCount === 1

/** Refuses a weekend that is not known: at once one that is gone, and one that may be new after a moment. */
export const requireWeekend = async (database: Database, id: number): Promise<void> => {
  if (await isWeekendHere(database, id)) return
  const refusal = noSuchRoom({ type: 'weekend', id })
  throw (await isDeleted(database, weekendKey(id))) ? refusal : notReplicatedYet(refusal)
}

/**
 * With its weekend go its room and its groups, for everybody at once; a task removes its messages. Each group is told
 * as deleted by groups, which knows of those that have moved to another weekend meanwhile.
 */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  const { id, name, deleted } = data
  if (!deleted) {
    if (await isDeleted(sql, subject)) return
    await weekends(sql).insert({ id, name }).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  await weekends(sql).where({ id }).delete()
  await memberships(sql)
    .whereIn('group_id', groups(sql).where({ weekend_id: id }).select('id'))
    .delete()
  await roomsToRemove(sql).add({ type: 'weekend', id })
})
