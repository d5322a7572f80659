import type { Delivery } from '@purple-sector/contracts/admin/webhooks'
import { type Database, databaseTime } from '@purple-sector/database'
import { type DueDelivery, deliveryRepository } from './delivery-repository.ts'
import { outcomeOf } from './webhook.ts'
import type { WebhookClient } from './webhook-client.ts'

/** Sends a claimed delivery and records the attempt. Undefined if its webhook was deleted meanwhile. */
export const attemptDelivery =
  (database: Database, client: WebhookClient) =>
  async (delivery: DueDelivery): Promise<Delivery | undefined> => {
    const attempt = await client.send(delivery)
    const attemptedDelivery = { ...delivery, attempts: delivery.attempts + 1 }
    const outcome = outcomeOf(attemptedDelivery, attempt, { now: await databaseTime(database), random: Math.random() })
    return deliveryRepository(database).recordAttempt(delivery.id, attempt, outcome)
  }
