import { weekendSubject } from '@purple-sector/contracts/event'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { pendingRoomRemovals } from '../rooms/pending-room-removal-repository.ts'
import { noSuchRoom } from '../rooms/room.ts'
import { groups, memberships } from './group-projection.ts'

const weekends = table<{ id: number; name: string }>('weekends')

export const isWeekendKnown = async (sql: Database | Transaction, id: number): Promise<boolean> =>
  (await prepared(sql, 'weekend-known', 'select from weekends where id = :id', { id })).rowCount === 1

/** Throws 404 for an unknown weekend: at once if it was deleted, retryable if its event may not have arrived yet. */
export const requireWeekend = async (database: Database, id: number): Promise<void> => {
  if (await isWeekendKnown(database, id)) return
  const refusal = noSuchRoom({ type: 'weekend', id })
  throw (await isDeleted(database, weekendSubject(id))) ? refusal : notReplicatedYet(refusal)
}

/**
 * Projects a weekend; with a deleted one its room and the memberships of its groups end at once, except season groups.
 *
 * A task removes the messages. The groups service publishes the deletion of each group, because it knows which groups have
 * moved to another weekend.
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
    .whereIn('group_id', groups(sql).where({ weekend_id: id, all_season: false }).select('id'))
    .delete()
  await pendingRoomRemovals(sql).add({ type: 'weekend', id })
})
