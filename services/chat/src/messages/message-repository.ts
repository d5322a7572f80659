import type { Author } from '@purple-sector/contracts/chat/http'
import { MAX_ID } from '@purple-sector/contracts/common'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { Room } from '../rooms/room.ts'
import type { NewMessage, StoredMessage, Writer } from './message.ts'

type Row = {
  id: number
  user_id: string
  text: string
  created_at: Date
  sent_as: string | null
  author: Author | null
}

export const storedMessage = (row: Row): StoredMessage => ({
  id: row.id,
  userId: row.user_id,
  text: row.text,
  createdAt: row.created_at,
  sentAs: row.sent_as,
  author: row.author,
})

/** Columns of a message `m` with the current profile of its author `u`. */
export const MESSAGE = `m.id, m.user_id, m.text, m.created_at, m.sent_as,
  case when u.id is null then null else jsonb_build_object(
    'username', u.username, 'firstName', u.first_name, 'lastName', u.last_name,
    'trackStatus', u.track_status, 'chatStatus', u.chat_status, 'avatarConfig', u.avatar_config) end as author`

const SELECT_ROOM_FOR_UPDATE = `select slow_mode_seconds as slow, message_count as count, clock_timestamp() as now
  from rooms where type = :type and id = :id for update`

/** A locked room: no other transaction writes to it before this one ends. */
export type LockedRoom = { slowModeSeconds: number; messageCount: number; now: Date }

/** Reads and writes messages of one room. */
export const messageRepository = (sql: Database | Transaction, { type, id }: Room) => {
  const room = { type, id }
  const selectMessages = async (where: string, bindings: object): Promise<StoredMessage[]> => {
    const { rows } = await sql.raw<{ rows: Row[] }>(
      `select ${MESSAGE} from messages m left join users u on u.id = m.user_id
       where m.room_type = :type and m.room_id = :id and ${where}`,
      { ...room, ...bindings },
    )
    return rows.map(storedMessage)
  }

  return {
    /** Locks the room row until the transaction ends; inserts it for a room without one. */
    async lockRoomRow(): Promise<LockedRoom> {
      const selectRoom = () =>
        prepared<{ slow: number; count: number; now: Date }>(
          sql,
          'select-room-for-update',
          SELECT_ROOM_FOR_UPDATE,
          room,
        )
      let [lockedRoom] = (await selectRoom()).rows
      if (!lockedRoom) {
        await sql.raw('insert into rooms (type, id) values (:type, :id) on conflict do nothing', room)
        ;[lockedRoom] = (await selectRoom()).rows
      }
      if (!lockedRoom) throw new Error(`room ${type}/${id} could not be locked`)
      return { slowModeSeconds: lockedRoom.slow, messageCount: lockedRoom.count, now: lockedRoom.now }
    },

    /** Reads mutes of the authors and, in slow mode, the time of each one's last message in this room. */
    async findWriters(userIds: readonly string[], slowModeSeconds: number): Promise<Map<string, Writer>> {
      const { rows } = await sql.raw<{
        rows: { user_id: string; until: Date | null; reason: string | null; last: Date | null }[]
      }>(
        `select w.user_id, mutes.until, mutes.reason, case when :slow > 0 then (
           select max(m.created_at) from messages m
           where m.room_type = :type and m.room_id = :id and m.user_id = w.user_id
             and m.created_at > clock_timestamp() - make_interval(secs => :slow)) end as last
         from unnest(:userIds::text[]) w (user_id)
         left join mutes on mutes.user_id = w.user_id and mutes.until > clock_timestamp()`,
        { ...room, userIds: [...userIds], slow: slowModeSeconds },
      )
      return new Map(
        rows.map(({ user_id, until, reason, last }) => [
          user_id,
          { muted: until ? { until, reason: reason ?? '' } : undefined, lastWroteAt: last ?? undefined },
        ]),
      )
    },

    /** Checks cheaply whether the user has already sent a message with this idempotency key. */
    async isSent(userId: string, key: string): Promise<boolean> {
      const { rowCount } = await prepared(
        sql,
        'is-sent',
        'select from messages where room_type = :type and room_id = :id and user_id = :userId and sent_as = :key',
        { ...room, userId, key },
      )
      return rowCount === 1
    },

    /** Finds messages already sent with these idempotency keys, including deleted ones. */
    findSent: (keys: readonly Pick<NewMessage, 'userId' | 'sentAs'>[]) =>
      selectMessages('(m.user_id, m.sent_as) in (select * from unnest(:userIds::text[], :keys::text[]))', {
        userIds: keys.map(({ userId }) => userId),
        keys: keys.map(({ sentAs }) => sentAs),
      }),

    async find(messageId: number): Promise<{ userId: string; isDeleted: boolean } | undefined> {
      const { rows } = await sql.raw<{ rows: { userId: string; isDeleted: boolean }[] }>(
        `select user_id as "userId", deleted_at is not null as "isDeleted" from messages
         where room_type = :type and room_id = :id and id = :messageId::bigint`,
        { ...room, messageId },
      )
      return rows[0]
    },

    /** Marks a message of the locked room as deleted; returns the remaining count, undefined if there is no such message. */
    async markDeleted(
      messageId: number,
      { by, reason }: { by: string; reason: string | null },
    ): Promise<number | undefined> {
      const { rows } = await sql.raw<{ rows: { count: number }[] }>(
        `with deleted as (
           update messages set deleted_at = clock_timestamp(), deleted_by = :by, delete_reason = :reason
           where room_type = :type and room_id = :id and id = :messageId and deleted_at is null returning 1
         )
         update rooms set message_count = message_count - 1
         where type = :type and id = :id and exists (select from deleted) returning message_count as count`,
        { ...room, messageId, by, reason },
      )
      return rows[0]?.count
    },

    /** Stores messages in the locked room; ids and times rise in the order of `messages`. */
    async add(messages: readonly NewMessage[]): Promise<StoredMessage[]> {
      if (messages.length === 0) return []
      const { rows } = await sql.raw<{ rows: Row[] }>(
        `with added as (
           insert into messages (room_type, room_id, user_id, text, sent_as, created_at)
           select :type, :id, user_id, text, sent_as, clock_timestamp()
           from unnest(:userIds::text[], :texts::text[], :keys::text[]) with ordinality
             as new (user_id, text, sent_as, place) order by place
           returning *
         ), counted as (
           update rooms set message_count = message_count + :count,
             last_message_id = (select max(id) from added)
           where type = :type and id = :id
         )
         select ${MESSAGE} from added m left join users u on u.id = m.user_id order by m.id`,
        {
          ...room,
          count: messages.length,
          userIds: messages.map(({ userId }) => userId),
          texts: messages.map(({ text }) => text),
          keys: messages.map(({ sentAs }) => sentAs),
        },
      )
      return rows.map(storedMessage)
    },

    /** Reads a page of messages that are not deleted, oldest first. */
    async page({ limit, before, after }: { limit: number; before?: number; after?: number }): Promise<StoredMessage[]> {
      if (after !== undefined)
        return selectMessages('m.deleted_at is null and m.id > :after::bigint order by m.id limit :limit', {
          after,
          limit,
        })
      const newest = await selectMessages(
        'm.deleted_at is null and m.id < :before::bigint order by m.id desc limit :limit',
        {
          before: before ?? MAX_ID + 1,
          limit,
        },
      )
      return newest.toReversed()
    },
  }
}
