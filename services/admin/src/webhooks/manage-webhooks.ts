import { randomBytes } from 'node:crypto'
import type { Delivery, Webhook, WebhookWithSecret } from '@purple-sector/contracts/admin/webhooks'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { conflict, notFound } from '@purple-sector/service-kit/errors'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import { auditLog } from '../audit/audit-log-repository.ts'
import type { attemptDelivery } from './attempt-delivery.ts'
import { deliveryRepository } from './delivery-repository.ts'
import { MAX_PREVIOUS_SECRETS, MAX_WEBHOOKS, PREVIOUS_SECRET_HOURS } from './webhook.ts'
import { webhookRepository } from './webhook-repository.ts'

export const noSuchWebhook = () => notFound('WEBHOOK_NOT_FOUND', 'There’s no such webhook.')

type NewWebhook = Pick<Webhook, 'url' | 'events'>

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** Audits a webhook with its URL and events, never its secret. */
const auditWebhook = async (
  sql: Transaction,
  caller: Caller,
  verb: 'created' | 'deleted' | 'tested' | 'secret-changed',
  { id, url, events, previousSecretUntil }: Webhook,
): Promise<void> => {
  const audited = { url, events }
  const after = verb === 'secret-changed' ? { ...audited, previousSecretUntil } : audited
  await auditLog(sql).add(
    auditAction(caller, {
      at: await databaseTime(sql),
      action: `webhook.${verb}`,
      subject: { type: 'webhook', id },
      before: verb === 'created' ? null : audited,
      after: verb === 'deleted' ? null : after,
    }),
  )
}

/** Creates a webhook and returns its secret, to this caller only; a repeated request gets the same reply. */
export const createWebhook =
  (database: Database) =>
  (caller: Caller, { url, events }: NewWebhook, writeMode: WriteMode): Promise<WebhookWithSecret> =>
    database.transaction((sql) =>
      writeMode(sql, async () => {
        const webhooks = webhookRepository(sql)
        if ((await webhooks.lockAndCount()) >= MAX_WEBHOOKS)
          throw conflict('TOO_MANY_WEBHOOKS', `There are already ${MAX_WEBHOOKS} webhooks. Delete one first.`)
        const secret = newSecret()
        const webhook = await webhooks.add({ url, events: [...new Set(events)], secret })
        await auditWebhook(sql, caller, 'created', webhook)
        return { ...webhook, secret }
      }),
    )

export const deleteWebhook =
  (database: Database) =>
  (caller: Caller, id: number): Promise<void> =>
    database.transaction(async (sql) => {
      const webhook = await webhookRepository(sql).remove(id)
      if (!webhook) throw noSuchWebhook()
      await auditWebhook(sql, caller, 'deleted', webhook)
    })

/** Rotates the secret and returns the new one, in this reply alone; the old one also signs deliveries for a day. */
export const rotateSecret =
  (database: Database) =>
  (caller: Caller, id: number): Promise<WebhookWithSecret> =>
    database.transaction(async (sql) => {
      const webhooks = webhookRepository(sql)
      const previous = await webhooks.lockAndCountSecrets(id)
      if (previous === undefined) throw noSuchWebhook()
      if (previous >= MAX_PREVIOUS_SECRETS)
        throw conflict(
          'TOO_MANY_SECRETS',
          `The secret was changed ${MAX_PREVIOUS_SECRETS} times in a day. Change it again once an old one has expired.`,
        )
      const secret = newSecret()
      const webhook = await webhooks.replaceSecret(id, secret, PREVIOUS_SECRET_HOURS)
      await auditWebhook(sql, caller, 'secret-changed', webhook)
      return { ...webhook, secret }
    })

/** Sends a test at once, a single attempt, and returns its outcome. */
export const testWebhook =
  (database: Database, attempt: ReturnType<typeof attemptDelivery>) =>
  async (caller: Caller, id: number): Promise<Delivery> => {
    const deliveryId = await database.transaction(async (sql) => {
      const webhook = await webhookRepository(sql).selectForKeyShare(id)
      if (!webhook) throw noSuchWebhook()
      await auditWebhook(sql, caller, 'tested', webhook)
      return deliveryRepository(sql).enqueueTest(webhook, { message: 'A test of this webhook.' })
    })
    const dueDelivery = await deliveryRepository(database).findClaimed(deliveryId)
    const delivery = dueDelivery && (await attempt(dueDelivery))
    if (!delivery) throw noSuchWebhook()
    return delivery
  }
