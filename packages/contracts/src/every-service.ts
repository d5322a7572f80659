import { z } from 'zod'
import { CALLERS, defineCall } from './call.ts'

/*
 * Calls that every service answers from its own tables alone. No service waits for them while it handles another call,
 * so they do not count for the order in which services may call each other.
 */

/** `POST /internal/republish`: writes the current state of these event types to the outbox again. */
export const republishBy = (service: string) =>
  defineCall({
    service,
    method: 'POST',
    path: '/internal/republish',
    request: z.object({ consumer: z.string(), requestId: z.string(), types: z.array(z.string()).optional() }),
    reply: z.object({ events: z.number() }),
    callers: CALLERS,
    reason: 'A new projection cannot be filled from past events: their owner must republish its states.',
    timeoutMs: 60_000,
  })

/** `GET /internal/users/{userId}/export`: all data a service has of a user, readable: no table ids, no secrets. */
export const exportOf = (service: string) =>
  defineCall({
    service,
    method: 'GET',
    path: '/internal/users/:userId/export',
    params: z.object({ userId: z.string().max(100) }),
    reply: z.looseObject({}),
    callers: ['identity'],
    reason: 'A data export contains the data of all services, and identity stores no copy of them.',
    timeoutMs: 10_000,
  })
