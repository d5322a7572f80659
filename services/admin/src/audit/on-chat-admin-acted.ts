import { adminActed } from '@purple-sector/contracts/chat/events'
import { on } from '@purple-sector/messaging'
import { auditLog } from './audit-log.ts'

/** What administrators did in the chat: who, when, the text and the reason stay here whatever becomes of the room. */
export const onChatAdminActed = on(adminActed, ({ data }, sql) => auditLog(sql).add(data))
