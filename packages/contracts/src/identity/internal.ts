import { defineCall } from '../call.ts'
import { resolveSessionsBody, resolveSessionsReply } from './http.ts'

/** Who up to 500 sessions belong to, by the SHA-256 of their secrets; those that are over or unknown are left out. */
export const resolveSessions = defineCall({
  service: 'identity',
  method: 'POST',
  path: '/internal/sessions/resolve',
  request: resolveSessionsBody,
  reply: resolveSessionsReply,
  callers: ['gateway'],
  reason: 'A request comes with a session that this gateway has not met, and waits to know whose it is.',
})
