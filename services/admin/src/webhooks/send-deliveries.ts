import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { attemptDelivery } from './attempt-delivery.ts'
import { DELIVERIES_DUE, type DueDelivery, deliveryRepository } from './delivery-repository.ts'
import { EVENTS_DUE, pendingEventRepository } from './pending-event-repository.ts'
import type { WebhookClient } from './webhook-client.ts'
import { webhookRepository } from './webhook-repository.ts'

const CHECK_INTERVAL_MS = 1_000
const CLEANUP_INTERVAL_MS = 3_600_000
const RETENTION_DAYS = 7
/** Two for each possible webhook: receivers that hang never use all of them. */
const MAX_CONCURRENCY = 40

type Options = { database: Database; client: WebhookClient; log: Logger }

/** Enqueues deliveries of due leaderboards and locks, once. */
const enqueueDueEvents = (database: Database): Promise<void> =>
  database.transaction(async (sql) => {
    const [pendingEvents, deliveries] = [pendingEventRepository(sql), deliveryRepository(sql)]
    for (const lock of await pendingEvents.claimLocks()) await deliveries.enqueue(lock)
    for (const board of await pendingEvents.claimLeaderboards()) await deliveries.enqueueLatest(board)
  })

/**
 * Sends due deliveries, in any number of processes.
 * A delivery is leased, and recorded after the attempt: that of a process that died is sent again with the same id.
 */
export const startWebhookDeliveries = ({ database, client, log }: Options): BackgroundTask => {
  const deliveries = deliveryRepository(database)
  const attempt = attemptDelivery(database, client)
  const inFlight = new Set<Promise<void>>()

  const startDelivery = (dueDelivery: DueDelivery): void => {
    const attemptInFlight: Promise<void> = attempt(dueDelivery)
      .then((delivery) => {
        if (delivery?.state === 'failed')
          log.info(
            { event: 'webhook.delivery_abandoned', delivery: dueDelivery.id, reason: delivery.error },
            'Webhook delivery abandoned',
          )
      })
      .catch((error: unknown) =>
        log.warn(
          { event: 'webhook.delivery_failed', err: error, delivery: dueDelivery.id },
          'Webhook delivery failed; retrying after its lease',
        ),
      )
      .finally(() => inFlight.delete(attemptInFlight))
    inFlight.add(attemptInFlight)
  }

  const sendDueDeliveries = async (): Promise<void> => {
    const freeSlots = MAX_CONCURRENCY - inFlight.size
    if (freeSlots > 0) for (const dueDelivery of await deliveries.claim(freeSlots)) startDelivery(dueDelivery)
  }
  const enqueueTask = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'enqueue due webhook events',
    ...EVENTS_DUE,
    work: () => enqueueDueEvents(database),
  })
  const sendTask = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'send webhook deliveries',
    ...DELIVERIES_DUE,
    work: sendDueDeliveries,
  })
  const cleanUp = async (): Promise<void> => {
    await deliveries.removeOld(RETENTION_DAYS)
    await webhookRepository(database).removeExpiredSecrets()
  }
  const cleanUpTask = runPeriodically(CLEANUP_INTERVAL_MS, log, 'remove old webhook deliveries and secrets', cleanUp)
  return {
    async stop() {
      await Promise.all([enqueueTask.stop(), sendTask.stop(), cleanUpTask.stop()])
      await Promise.all(inFlight)
      await client.close()
    },
  }
}
