import { z } from 'zod'
import { CALLERS, defineCall } from './call.ts'

/*
 * What every service answers. Nobody waits for these while answering somebody else, and a service answers them from
 * its own tables alone, so that they are no part of the order in which services may ask each other.
 */

/** `POST /internal/republish`: write the present state of these event types to the outbox again. */
export const republishBy = (service: string) =>
  defineCall({
    service,
    method: 'POST',
    path: '/internal/republish',
    request: z.object({ consumer: z.string(), requestId: z.string(), types: z.array(z.string()).optional() }),
    reply: z.object({ events: z.number() }),
    callers: CALLERS,
    reason: 'A projection that starts empty cannot be filled from events of the past: its owner must tell them again.',
    timeoutMs: 60_000,
  })

/** `GET /internal/openapi`: what the service's public routes take and answer. */
export const openapiOf = (service: string) =>
  defineCall({
    service,
    method: 'GET',
    path: '/internal/openapi',
    reply: z.looseObject({}),
    callers: ['gateway'],
    reason: 'The gateway serves one document of all routes, and a service knows its own.',
  })

/** `GET /internal/users/{userId}/export`: all a service holds of somebody, for them to read: no ids of tables, no secrets. */
export const exportOf = (service: string) =>
  defineCall({
    service,
    method: 'GET',
    path: '/internal/users/:userId/export',
    params: z.object({ userId: z.string().max(100) }),
    reply: z.looseObject({}),
    callers: ['identity'],
    reason: 'Who downloads their data gets what every service holds of them, and identity keeps no copy of that.',
    timeoutMs: 10_000,
  })
