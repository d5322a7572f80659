import { notificationsRead } from '@purple-sector/contracts/engagement/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { notifications } from './notification-table.ts'

/** Takes away what tells others the name of somebody whose account is gone, and says that they have less to read. */
export const forgetNamed = async (sql: Transaction, userId: string): Promise<void> => {
  const gone = await notifications(sql).where({ names_user_id: userId }).delete().returning('user_id')
  for (const reader of new Set(gone.map(({ user_id }) => user_id)))
    await outbox(sql).append(notificationsRead, { userId: reader, weekendId: null, count: null })
}
