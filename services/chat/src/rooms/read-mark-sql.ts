import type { Transaction } from '@purple-sector/database'
import type { Room } from './room.ts'

/** The mark never moves back, nor beyond the last message. */
const MARK = `
insert into read_marks (user_id, room_type, room_id, last_read_id)
select :userId, :type, :id, least(:messageId::bigint, coalesce(
  (select last_message_id from rooms where type = :type and id = :id), 0))::integer
on conflict (user_id, room_type, room_id) do update set last_read_id = excluded.last_read_id
where read_marks.last_read_id < excluded.last_read_id`

/** Raises the read mark of a user in a room. */
export const raiseReadMark = async (
  sql: Transaction,
  room: Room,
  { userId, messageId }: { userId: string; messageId: number },
): Promise<void> => {
  await sql.raw(MARK, { ...room, userId, messageId })
}
