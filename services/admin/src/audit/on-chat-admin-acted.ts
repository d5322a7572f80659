import { adminActed } from '@purple-sector/contracts/chat/events'
import { on } from '@purple-sector/messaging'
import { auditLog } from './audit-log-repository.ts'

/** Stores what administrators did in the chat: actor, time, text and reason outlive the room. */
export const onChatAdminActed = on(adminActed, ({ data }, sql) => auditLog(sql).add(data))
