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

/** The columns of a message `m` with its author as they are now. */
export const MESSAGE = `m.id, m.user_id, m.text, m.created_at, m.sent_as,
  case when u.id is null then null else jsonb_build_object(
    'username', u.username, 'firstName', u.first_name, 'lastName', u.last_name,
    'trackStatus', u.track_status, 'chatStatus', u.chat_status, 'avatarConfig', u.avatar_config) end as author`

const HOLD = `select slow_mode_seconds as slow, message_count as count, clock_timestamp() as now
  from rooms where type = :type and id = :id for update`

/** The room as it is held: nobody else writes in it before the transaction ends. */
export type HeldRoom = { slowModeSeconds: number; messageCount: number; now: Date }

/** Messages of one room. */
export const messageRepository = (sql: Database | Transaction, { type, id }: Room) => {
  const room = { type, id }
  const read = async (where: string, bindings: object): Promise<StoredMessage[]> => {
    const { rows } = await sql.raw<{ rows: Row[] }>(
      `select ${MESSAGE} from messages m left join users u on u.id = m.user_id
       where m.room_type = :type and m.room_id = :id and ${where}`,
      { ...room, ...bindings },
    )
    return rows.map(storedMessage)
  }

  return {
    async hold(): Promise<HeldRoom> {
      const look = () => prepared<{ slow: number; count: number; now: Date }>(sql, 'hold-room', HOLD, room)
      let [held] = (await look()).rows
      if (!held) {
        await sql.raw('insert into rooms (type, id) values (:type, :id) on conflict do nothing', room)
        ;[held] = (await look()).rows
      }
      if (!held) throw new Error(`room ${type}/${id} was not held`)
      return { slowModeSeconds: held.slow, messageCount: held.count, now: held.now }
    },

    /** What is known of those who write; `lastWroteAt` where it matters. */
    async writers(userIds: readonly string[], slowModeSeconds: number): Promise<Map<string, Writer>> {
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

    /** Whether somebody has sent one by this key: what is asked of every message, mostly for nothing. */
    async isSent(userId: string, key: string): Promise<boolean> {
      const { rowCount } = await prepared(
        sql,
        'is-sent',
        'select from messages where room_type = :type and room_id = :id and user_id = :userId and sent_as = :key',
        { ...room, userId, key },
      )
      return rowCount === 1
    },

    /** Those that were sent before by these keys, deleted ones too. */
    sentAs: (keys: readonly Pick<NewMessage, 'userId' | 'sentAs'>[]) =>
      read('(m.user_id, m.sent_as) in (select * from unnest(:userIds::text[], :keys::text[]))', {
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

    /** Marks one as deleted, in a room that is held; answers how many are left, nothing where it is not there. */
    async remove(
      messageId: number,
      { by, reason }: { by: string; reason: string | null },
    ): Promise<number | undefined> {
      const { rows } = await sql.raw<{ rows: { count: number }[] }>(
        `with gone as (
           update messages set deleted_at = clock_timestamp(), deleted_by = :by, delete_reason = :reason
           where room_type = :type and room_id = :id and id = :messageId and deleted_at is null returning 1
         )
         update rooms set message_count = message_count - 1
         where type = :type and id = :id and exists (select from gone) returning message_count as count`,
        { ...room, messageId, by, reason },
      )
      return rows[0]?.count
    },

    /** Stores messages in this order, in a room that is held; they get the ids and times of that order. */
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

    /** A page of what is not deleted, oldest first. */
    async page({ limit, before, after }: { limit: number; before?: number; after?: number }): Promise<StoredMessage[]> {
      if (after !== undefined)
        return read('m.deleted_at is null and m.id > :after::bigint order by m.id limit :limit', { after, limit })
      const newest = await read('m.deleted_at is null and m.id < :before::bigint order by m.id desc limit :limit', {
        before: before ?? MAX_ID + 1,
        limit,
      })
      return newest.toReversed()
    },
  }
}
