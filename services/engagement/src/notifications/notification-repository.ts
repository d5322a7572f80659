import { notificationsMade } from '@purple-sector/contracts/engagement/events'
import { MAX_NOTIFICATIONS, type Notification, type NotificationType } from '@purple-sector/contracts/engagement/http'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { currentTraceparent } from '@purple-sector/telemetry/trace'

export type NotificationRow = {
  id: number
  user_id: string
  weekend_id: number | null
  type: NotificationType
  title: string
  message: string
  link: string | null
  cause: string
  created_at: Date
  read_at: Date | null
  seen_at: Date | null
  published_at: Date | null
  named_user_id: string | null
  group_id: number | null
}

const notifications = table<NotificationRow>('notifications')

/** Maps a row to the notification its recipient reads. */
export const notificationOf = (row: NotificationRow): Notification => ({
  id: row.id,
  weekendId: row.weekend_id,
  type: row.type,
  title: row.title,
  message: row.message,
  link: row.link,
  isRead: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
})

/** Reads and writes single notifications. */
export const notificationRepository = (sql: Database | Transaction) => {
  const deleteWhere = async (condition: Partial<NotificationRow>): Promise<Set<string>> => {
    const deletedRows = await notifications(sql).where(condition).delete().returning('user_id')
    return new Set(deletedRows.map(({ user_id }) => user_id))
  }
  return {
    async find(userId: string, id: number): Promise<Notification | undefined> {
      const row = await notifications(sql).where({ id, user_id: userId }).first()
      return row && notificationOf(row)
    },

    async markRead(id: number): Promise<void> {
      await notifications(sql).where({ id }).update({ read_at: new Date() })
    },

    /** Marks the notifications of a weekend and those without one as read; returns the weekends of those changed. */
    async markAllRead(userId: string, weekendId: number): Promise<(number | null)[]> {
      const readRows = await notifications(sql)
        .where({ user_id: userId, read_at: null })
        .where((query) => query.where({ weekend_id: weekendId }).orWhereNull('weekend_id'))
        .update({ read_at: new Date() })
        .returning('weekend_id')
      return readRows.map(({ weekend_id }) => weekend_id)
    },

    async markSeen(userId: string, ids: readonly number[]): Promise<void> {
      await notifications(sql)
        .whereIn('id', [...ids])
        .where({ user_id: userId, seen_at: null })
        .update({ seen_at: new Date() })
    },

    /** Deletes notifications that name a user; returns their recipients. */
    deleteNaming: (userId: string): Promise<Set<string>> => deleteWhere({ named_user_id: userId }),

    /** Deletes notifications about a group; returns their recipients. */
    deleteOfGroup: (groupId: number): Promise<Set<string>> => deleteWhere({ group_id: groupId }),
  }
}

/** SQL: whether there is an unpublished notification, by the partial index. */
export const UNPUBLISHED_NOTIFICATIONS =
  'select from (select id from notifications where published_at is null order by id limit 1) unpublished'

/*
 * Skips rows that another process is publishing. Locks the accounts of the recipients: a concurrent deletion either sees all
 * published rows, or its account is skipped here and handled by the next batch.
 */
const PUBLISH = `
with batch as materialized (
  select id, user_id from notifications where published_at is null order by id limit :batchSize for update skip locked
), locked as materialized (
  select id from users where id in (select user_id from batch) for key share skip locked
), without_account as materialized (
  select id from batch where exists (select from deleted_subjects where subject = 'user/' || user_id)
), deleted as (
  delete from notifications where id in (select id from without_account)
), published as (
  update notifications n set published_at = clock_timestamp() from batch
  where n.id = batch.id and n.id not in (select id from without_account)
    and (n.user_id in (select id from locked) or not exists (select from users where users.id = n.user_id))
  returning n.*
), event as (
  select weekend_id, json_agg(json_build_object('id', id, 'userId', user_id, 'weekendId', weekend_id, 'type', type,
    'title', title, 'message', message, 'link', link, 'isRead', read_at is not null,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id) as notifications,
    min(id) as first
  from published group by weekend_id
), appended as (
  select outbox_append_many(array_agg(row('${notificationsMade.kind}', '${notificationsMade.type}', 'notifications/' || first,
    case when weekend_id is null then 'notifications' else 'weekend/' || weekend_id end,
    json_build_object('notifications', notifications))::outbox_entry order by first), :traceparent)
  from event having count(*) > 0
)
select (select count(*) from batch) as claimed, array(select id from published order by id) as published, (select count(*) from appended)`

/** SQL: deletes the causes too, because events that old are not redelivered. */
const TRIM = `
with busy as (
  select user_id, weekend_id from notifications group by user_id, weekend_id having count(*) > ${MAX_NOTIFICATIONS}
)
delete from notifications using (
  select n.id, row_number() over (partition by n.user_id, n.weekend_id order by n.id desc) as nth
  from notifications n join busy on busy.user_id = n.user_id and busy.weekend_id is not distinct from n.weekend_id
) ranked
where notifications.id = ranked.id and nth > ${MAX_NOTIFICATIONS}`

/** Appends the event (`notificationsMade`) of a batch of unpublished notifications; returns the ids of those published. */
export const publishNotifications = async (
  sql: Transaction,
  batchSize: number,
): Promise<{ claimed: number; published: number[] }> => {
  const bindings = { batchSize, traceparent: currentTraceparent() ?? null }
  const { rows } = await sql.raw<{ rows: { claimed: number; published: number[] }[] }>(PUBLISH, bindings)
  outbox(sql).announce()
  return rows[0] ?? { claimed: 0, published: [] }
}

/** Deletes the oldest notifications of users who have more than `MAX_NOTIFICATIONS` for a weekend. */
export const trimNotifications = async (database: Database): Promise<void> => {
  await database.raw(TRIM)
}
