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

const moderated = (row: Row): ModeratedMessage => ({
  ...messageOf({ type: row.room_type, id: row.room_id }, storedMessage(row)),
  roomName: row.room_name,
  deleted: row.deleted_at && {
    at: row.deleted_at.toISOString(),
    by: moderatorName(row.remover),
    reason: row.delete_reason,
  },
})

/** Part of a text, in which nothing stands for anything else. */
const partOf = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Where each filter that was asked for holds. */
const CONDITIONS = {
  type: 'm.room_type = :type',
  weekendId: `m.room_type = 'weekend' and m.room_id = :weekendId::bigint`,
  groupId: `m.room_type = 'group' and m.room_id = :groupId::bigint`,
  userId: 'm.user_id = :userId',
  q: `(m.text ilike :words or m.user_id in (
    select id from users where concat_ws(' ', username, first_name, last_name) ilike :words))`,
} as const

/**
 * Messages of all rooms, the newest first, deleted ones too. A search reads them in that order until the page is full:
 * a word that nobody ever wrote is looked for in all of them.
 */
export const moderatedMessages = async (
  database: Database,
  { limit, before = MAX_ID + 1, ...filters }: ModerationQuery,
): Promise<ModeratedMessage[]> => {
  const asked = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter((name) => filters[name])
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select ${MESSAGE}, m.room_type, m.room_id, m.deleted_at, m.delete_reason, ${namesOf('remover')} as remover,
       coalesce(g.name, w.name) as room_name
     from (
       select * from messages m where ${['m.id < :before::bigint', ...asked.map((name) => CONDITIONS[name])].join(' and ')}
       order by m.id desc limit :limit
     ) m
     left join users u on u.id = m.user_id left join users remover on remover.id = m.deleted_by
     left join groups g on m.room_type = 'group' and g.id = m.room_id
     left join weekends w on m.room_type = 'weekend' and w.id = m.room_id
     order by m.id desc`,
    { ...filters, words: partOf(filters.q ?? ''), before, limit },
  )
  return rows.map(moderated)
}

type Found = {
  room: Room
  /** What the audit log keeps of it, for good: of who wrote it the id, which outlives their account. */
  shown: object
}

/** A message of a room of this kind, deleted or not. */
export const findModerated = async (database: Database, type: RoomType, id: number): Promise<Found | undefined> => {
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
  return { room, shown: { ...refOf(room), userId, message, createdAt: created_at.toISOString() } }
}
