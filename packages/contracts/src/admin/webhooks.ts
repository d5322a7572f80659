import { z } from 'zod'
import { instant } from '../common.ts'
import { entrySchema } from '../tipping/http.ts'
import { resultSchema } from './http.ts'

export const WEBHOOK_EVENTS = ['result.published', 'leaderboard.changed', 'session.locked'] as const
export const webhookEventSchema = z.enum(WEBHOOK_EVENTS)
export const webhookBody = z.object({
  url: z.url({ protocol: /^https?$/, error: 'An address that begins with https:// is needed' }).max(2_000),
  events: z.array(webhookEventSchema).min(1).max(WEBHOOK_EVENTS.length),
})
export const webhookSchema = z
  .object({
    id: z.number().int(),
    url: z.string(),
    events: z.array(webhookEventSchema),
    createdAt: instant,
    /** Until when deliveries are also signed with the previous secret; null if it was not changed in the last day. */
    previousSecretUntil: instant.nullable(),
  })
  .meta({
    id: 'Webhook',
    description:
      '`url` is an `https` address of the public internet without user and password; `previousSecretUntil` is until when deliveries are also signed with an old secret, or null.',
  })
/** Reply to the creation of a webhook or the rotation of its secret; no other reply contains the secret. */
export const webhookWithSecretSchema = webhookSchema.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' })
export type Webhook = z.infer<typeof webhookSchema>
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>

export const deliverySchema = z
  .object({
    id: z.string(),
    type: z.enum([...WEBHOOK_EVENTS, 'test']),
    at: instant,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    /** Status of the last attempt; null before the first one and without an answer. */
    status: z.number().int().nullable(),
    error: z.string().nullable(),
    nextAttemptAt: instant.nullable(),
  })
  .meta({
    id: 'Delivery',
    description: '`status` is the HTTP status of the reply to the last attempt, null without a reply.',
  })
export type Delivery = z.infer<typeof deliverySchema>

const raceNamed = z.object({ id: z.number().int(), name: z.string(), category: z.string() })

/** `data` of a webhook delivery by event type; that of a `test` is `{message}`. */
export const resultPublishedPayload = z.object({ weekendId: z.number().int(), race: raceNamed, result: resultSchema })

/** The top of the open leaderboard, by display names; `version` never falls. */
export const leaderboardChangedPayload = z.object({
  weekendId: z.number().int(),
  version: z.number().int(),
  total: z.number().int(),
  entries: z.array(
    entrySchema.pick({ position: true, totalPoints: true, positionChange: true }).extend({ name: z.string() }),
  ),
})

export const sessionLockedPayload = z.object({ weekendId: z.number().int(), race: raceNamed, lockedAt: instant })

export type LeaderboardChangedPayload = z.infer<typeof leaderboardChangedPayload>
export type ResultPublishedPayload = z.infer<typeof resultPublishedPayload>
export type SessionLockedPayload = z.infer<typeof sessionLockedPayload>
