import type { ModeratedMessage, ModerationQuery, RoomType } from '@purple-sector/contracts/chat/http'
import { MAX_ID } from '@purple-sector/contracts/common'
import type { Database } from '@purple-sector/database'
import { messageOf } from '../messages/message.ts'
import { MESSAGE, storedMessage } from '../messages/message-repository.ts'
import { type Room, refOf } from '../rooms/room.ts'
import { type Moderator, moderatorName, namesOf } from './names.ts'

type Row = Parameters<typeof storedMessage>[0] & {
  room_type: RoomType
  room_id: number
  deleted_at: Date | null
  delete_reason: string | null
  remover: Moderator | null
  room_name: string | null
}

const moderatedMessageOf = (row: Row): ModeratedMessage => ({
  ...messageOf({ type: row.room_type, id: row.room_id }, storedMessage(row)),
  roomName: row.room_name,
  deleted: row.deleted_at && {
    at: row.deleted_at.toISOString(),
    by: moderatorName(row.remover),
    reason: row.delete_reason,
  },
})

/** Returns a `like` pattern that finds the text anywhere, with wildcards escaped. */
const likePatternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Condition of each filter of the query. */
const CONDITIONS = {
  type: 'm.room_type = :type',
  weekendId: `m.room_type = 'weekend' and m.room_id = :weekendId::bigint`,
  groupId: `m.room_type = 'group' and m.room_id = :groupId::bigint`,
  userId: 'm.user_id = :userId',
  q: `(m.text ilike :pattern or m.user_id in (
    select id from users where concat_ws(' ', username, first_name, last_name) ilike :pattern))`,
} as const

/**
 * Lists messages of all rooms, newest first, including deleted ones.
 *
 * A text search reads messages in that order until the page is full, so a text that was never written scans them all.
 */
export const moderatedMessages = async (
  database: Database,
  { limit, before = MAX_ID + 1, ...filters }: ModerationQuery,
): Promise<ModeratedMessage[]> => {
  const activeFilters = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter((name) => filters[name])
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select ${MESSAGE}, m.room_type, m.room_id, m.deleted_at, m.delete_reason, ${namesOf('remover')} as remover,
       coalesce(g.name, w.name) as room_name
     from (
       select * from messages m where ${['m.id < :before::bigint', ...activeFilters.map((name) => CONDITIONS[name])].join(' and ')}
       order by m.id desc limit :limit
     ) m
     left join users u on u.id = m.user_id left join users remover on remover.id = m.deleted_by
     left join groups g on m.room_type = 'group' and g.id = m.room_id
     left join weekends w on m.room_type = 'weekend' and w.id = m.room_id
     order by m.id desc`,
    { ...filters, pattern: likePatternOf(filters.q ?? ''), before, limit },
  )
  return rows.map(moderatedMessageOf)
}

type ModerationTarget = {
  room: Room
  /** The state that the audit log stores permanently: the author only by id, which outlives the account. */
  auditState: object
}

/** Finds a message in rooms of this type, deleted or not. */
export const findModerated = async (
  database: Database,
  type: RoomType,
  id: number,
): Promise<ModerationTarget | undefined> => {
  const { rows } = await database.raw<{
    rows: { room_id: number; user_id: string; text: string; created_at: Date }[]
  }>(`select room_id, user_id, text, created_at from messages where room_type = :type and id = :id::bigint`, {
    type,
    id,
  })
  const [row] = rows
  if (!row) return undefined
  const room = { type, id: row.room_id }
  const { user_id: userId, text: message, created_at } = row
  return { room, auditState: { ...refOf(room), userId, message, createdAt: created_at.toISOString() } }
}
