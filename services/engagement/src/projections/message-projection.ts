import { messageDeleted, messageSent } from '@purple-sector/contracts/chat/events'
import { userKey, weekendKey } from '@purple-sector/contracts/event'
import { table } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'

export type MessageRow = { id: number; weekend_id: number | null; group_id: number | null; user_id: string }

export const messages = table<MessageRow>('messages')

export const onMessageSent = on(messageSent, async ({ data: message, subject }, sql) => {
  const { id, weekendId: weekend_id, groupId: group_id, userId: user_id } = message
  const room = group_id === null ? weekendKey(weekend_id ?? 0) : `group/${group_id}`
  for (const gone of [subject, room, userKey(user_id)]) if (await isDeleted(sql, gone)) return
  await messages(sql).insert({ id, weekend_id, group_id, user_id }).onConflict('id').ignore()
})

/** It may be heard of before the message itself, which is delivered again. */
export const onMessageDeleted = on(messageDeleted, async ({ data: { id }, subject }, sql) => {
  await markDeleted(sql, subject)
  await messages(sql).where({ id }).delete()
})
