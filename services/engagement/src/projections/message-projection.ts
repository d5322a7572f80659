import { messageDeleted, messageSent, roomOwnerSubject } from '@purple-sector/contracts/chat/events'
import { prepared, type Transaction, table } from '@purple-sector/database'
import { markDeleted, on, onBatch } from '@purple-sector/messaging'

export type MessageRow = { id: number; weekend_id: number | null; group_id: number | null; user_id: string }

export const messages = table<MessageRow>('messages')

const SAVE_MESSAGES = `
insert into messages (id, weekend_id, group_id, user_id)
select id, weekend_id, group_id, user_id
from unnest(:ids::integer[], :rooms::text[], :weekendIds::integer[], :groupIds::integer[], :userIds::text[])
  as sent (id, room, weekend_id, group_id, user_id)
where not exists (select from deleted_subjects where subject in ('message/' || id, room, 'user/' || user_id))
order by id
on conflict (id) do nothing`

export const onMessageSent = onBatch(messageSent, async (events, sql) => {
  const sentMessages = events.map(({ data }) => data)
  await prepared(sql, 'save-messages', SAVE_MESSAGES, {
    ids: sentMessages.map(({ id }) => id),
    rooms: sentMessages.map(roomOwnerSubject),
    weekendIds: sentMessages.map(({ weekendId }) => weekendId),
    groupIds: sentMessages.map(({ groupId }) => groupId),
    userIds: sentMessages.map(({ userId }) => userId),
  })
})

/** Projects a deletion, which may arrive before the message itself. */
export const onMessageDeleted = on(messageDeleted, async ({ data: { id }, subject }, sql) => {
  await markDeleted(sql, subject)
  await messages(sql).where({ id }).delete()
})

/** SQL: weekends of messages; a deleted message is not found. */
const WEEKENDS_OF_MESSAGES = `
select m.id, coalesce(m.weekend_id, g.weekend_id) as "weekendId", w.id is not null as "isKnown",
  g.id is not null and g.weekend_id is null as "isWaiting"
from messages m left join groups g on g.id = m.group_id
left join weekends w on w.id = coalesce(m.weekend_id, g.weekend_id)
where m.id = any(:ids::integer[])`

/**
 * The weekend of a message, or of its group; known if it is replicated here. A season group has none while it waits for its
 * next round (`isWaiting`).
 */
type SentMessage = { id: number; weekendId: number | null; isKnown: boolean; isWaiting: boolean }

/** Returns the weekends of messages by the ids of the messages. */
export const weekendsOfMessages = async (
  sql: Transaction,
  ids: readonly number[],
): Promise<Map<number, Omit<SentMessage, 'id'>>> => {
  const { rows } = await prepared<SentMessage>(sql, 'weekends-of-messages', WEEKENDS_OF_MESSAGES, { ids })
  return new Map(rows.map((row) => [Number(row.id), row]))
}
