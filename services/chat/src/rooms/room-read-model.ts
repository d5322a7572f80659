import { MAX_UNREAD, type Room as RoomView } from '@purple-sector/contracts/chat/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { type Room, refOf } from './room.ts'

type Row = Room & {
  slow: number
  count: number
  last_read_id: number | null
  unread: number
  until: Date | null
  reason: string | null
}

const viewOf = ({ slow, count, last_read_id, unread, until, reason, ...room }: Row): RoomView => ({
  ...refOf(room),
  slowModeSeconds: slow,
  messageCount: count,
  lastReadId: last_read_id,
  unread,
  muted: until ? { until: until.toISOString(), reason: reason ?? '' } : null,
})

/** SQL: the rooms of a query `(type, id, after_message_id)` for `:userId`; messages up to that id never count as unread. */
const roomViews = (roomsQuery: string): string => `
  with mine as (${roomsQuery})
  select mine.type, mine.id, coalesce(rooms.slow_mode_seconds, 0) as slow, coalesce(rooms.message_count, 0) as count,
    read_marks.last_read_id, unread.count as unread, mutes.until, mutes.reason
  from mine
  left join rooms on rooms.type = mine.type and rooms.id = mine.id
  left join read_marks on read_marks.user_id = :userId and read_marks.room_type = mine.type and read_marks.room_id = mine.id
  left join mutes on mutes.user_id = :userId and mutes.until > clock_timestamp()
  cross join lateral (
    select count(*)::integer as count from (
      select from messages m
      where m.room_type = mine.type and m.room_id = mine.id and m.id > greatest(mine.after_message_id, read_marks.last_read_id)
        and m.user_id <> :userId and m.deleted_at is null
      order by m.id limit ${MAX_UNREAD}
    ) counted
  ) unread
  order by mine.type desc, mine.id`

/** SQL: the id of the last message of a room. A user whose account or membership is not replicated yet has no unread messages. */
const lastMessageId = (type: string, id: string): string =>
  `(select last_message_id from rooms where type = ${type} and rooms.id = ${id})`
/** SQL: the id of the last message before the user registered; `joined_after_message_id` is that id when they joined a group. */
const REGISTRATION_MESSAGE_ID = '(select last_message_id from registration_marks where user_id = :userId)'

const ROOM_OF_USER = roomViews(`
  select :type::text as type, :id::integer as id, coalesce(
    case when :type::text = 'weekend' then ${REGISTRATION_MESSAGE_ID}
      else (select joined_after_message_id from memberships where group_id = :id::integer and user_id = :userId) end,
    ${lastMessageId(':type::text', ':id::integer')}, 0) as after_message_id`)

export const ROOMS_OF_USER = roomViews(`
  select 'weekend'::text as type, id, coalesce(${REGISTRATION_MESSAGE_ID}, ${lastMessageId("'weekend'", 'weekends.id')}, 0) as after_message_id
  from weekends where id = :weekendId::bigint
  union all
  select 'group', group_id, joined_after_message_id from memberships where user_id = :userId`)

/** Reads a room for a user who may enter it: counts, read mark, unread messages and mute. */
export const readRoomView = async (sql: Database | Transaction, room: Room, userId: string): Promise<RoomView> => {
  const { rows } = await prepared<Row>(sql, 'room-view', ROOM_OF_USER, { ...room, userId })
  const [row] = rows
  if (!row) throw new Error(`room ${room.type}/${room.id} could not be read`)
  return viewOf(row)
}

/** Lists the rooms of a user's groups by id, preceded by the room of the weekend if one is given. */
export const listRoomsOfUser = async (
  sql: Database | Transaction,
  userId: string,
  weekendId: number | undefined,
): Promise<RoomView[]> => {
  const { rows } = await prepared<Row>(sql, 'rooms-of-user', ROOMS_OF_USER, {
    userId,
    weekendId: weekendId ?? null,
  })
  return rows.map(viewOf)
}
