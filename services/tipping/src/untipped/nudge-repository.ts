import { membersNudged } from '@purple-sector/contracts/tipping/events'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'

export type Nudge = z.infer<typeof membersNudged.data>
export type GroupWeekend = Pick<Nudge, 'groupId' | 'weekendId'>

/** Members per event. */
const BATCH_SIZE = 1_000

/** Nudges of groups, one a weekend. */
export const nudgeRepository = (sql: Database | Transaction) => ({
  async nudgedAt({ groupId, weekendId }: GroupWeekend): Promise<Date | undefined> {
    const row = await sql('nudges').where({ group_id: groupId, weekend_id: weekendId }).first('nudged_at')
    return row?.nudged_at
  },

  /** Claims the nudge of a group; false if it was sent before. Waits for another request that is about to send it. */
  async claim({ groupId, weekendId }: GroupWeekend): Promise<boolean> {
    const { rows } = await sql.raw<{ rows: unknown[] }>(
      `insert into nudges (group_id, weekend_id, nudged_at) values (:groupId, :weekendId, clock_timestamp())
       on conflict do nothing returning 1`,
      { groupId, weekendId },
    )
    return rows.length > 0
  },

  /** Takes back a claim in its transaction. */
  async release({ groupId, weekendId }: GroupWeekend): Promise<void> {
    await sql('nudges').where({ group_id: groupId, weekend_id: weekendId }).delete()
  },

  async removeOfGroup(groupId: number): Promise<void> {
    await sql('nudges').where({ group_id: groupId }).delete()
  },

  /** Finds the names in a nudge of a group's scope. */
  async namesOf(scopeId: number): Promise<Pick<Nudge, 'group' | 'weekend' | 'timeZone'>> {
    return sql('scopes')
      .join('weekends', 'weekends.id', 'scopes.weekend_id')
      .where('scopes.id', scopeId)
      .first('scopes.name as group', 'weekends.name as weekend', 'weekends.time_zone as timeZone')
  },
})

/** Publishes a nudge. */
export const publishNudge = async (sql: Transaction, { members, ...nudge }: Nudge): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(members.length / BATCH_SIZE) }, (_, index) =>
    members.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )
  await outbox(sql).appendMany(batches.map((batch) => entry(membersNudged, { ...nudge, members: batch })))
}
