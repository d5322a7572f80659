import type { CallAnswer } from '@purple-sector/contracts/call'
import type { findRoom } from '@purple-sector/contracts/chat/internal'
import type { Database } from '@purple-sector/database'
import { type Room, refOf } from './room.ts'

/** Recent messages whose authors are returned: screens load the last hundred, and more when users page back. */
const MAX_RECENT = 500

type Row = { slow: number; count: number; last: number; authors: string[] }

/** Reads the state of a room that gateways cache, from one snapshot. */
export const readRoomForGateways = async (database: Database, room: Room): Promise<CallAnswer<typeof findRoom>> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `with recent as (
       select id, user_id from messages
       where room_type = :type and room_id = :id and deleted_at is null order by id desc limit :limit
     )
     select coalesce((select slow_mode_seconds from rooms where type = :type and id = :id), 0) as slow,
       coalesce((select message_count from rooms where type = :type and id = :id), 0) as count,
       coalesce((select last_message_id from rooms where type = :type and id = :id), 0) as last,
       array(select distinct user_id from recent) as authors`,
    { ...room, limit: MAX_RECENT },
  )
  const { slow = 0, count = 0, last = 0, authors = [] } = rows[0] ?? {}
  return { ...refOf(room), slowModeSeconds: slow, messageCount: count, lastMessageId: last, authors }
}

/** Counts messages of a weekend's own room and of the rooms of its groups. */
export const countMessagesOfWeekend = async (database: Database, weekendId: number): Promise<number> => {
  const { rows } = await database.raw<{ rows: { count: number }[] }>(
    `select coalesce(sum(message_count), 0)::integer as count from rooms
     where (type = 'weekend' and id = :weekendId)
       or (type = 'group' and id in (select id from groups where weekend_id = :weekendId and not all_season))`,
    { weekendId },
  )
  return rows[0]?.count ?? 0
}
