import { defineCall } from '../call.ts'
import { resolveSessionsBody, resolveSessionsReply } from './http.ts'

/** Resolves up to 500 sessions by the SHA-256 of their secrets; ended and unknown ones are left out. */
export const resolveSessions = defineCall({
  service: 'identity',
  method: 'POST',
  path: '/internal/sessions/resolve',
  request: resolveSessionsBody,
  reply: resolveSessionsReply,
  callers: ['gateway'],
  reason: 'A request has a session that this gateway does not know, and waits for its user.',
})
