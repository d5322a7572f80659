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

  const start = (due: DueDelivery): void => {
    const sending: Promise<void> = attempt(due)
      .then((delivery) => {
        if (delivery?.state === 'failed')
          log.info(
            { event: 'webhook.delivery_abandoned', delivery: due.id, reason: delivery.error },
            'Webhook delivery abandoned',
          )
      })
      .catch((error: unknown) =>
        log.warn(
          { event: 'webhook.delivery_failed', err: error, delivery: due.id },
          'Webhook delivery failed; retrying after its lease',
        ),
      )
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }

  const send = async (): Promise<void> => {
    const room = MAX_CONCURRENCY - inFlight.size
    if (room > 0) for (const due of await deliveries.claim(room)) start(due)
  }
  const enqueueing = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'enqueue due webhook events',
    ...EVENTS_DUE,
    work: () => enqueueDueEvents(database),
  })
  const delivering = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'send webhook deliveries',
    ...DELIVERIES_DUE,
    work: send,
  })
  const cleanUp = async (): Promise<void> => {
    await deliveries.removeOld(RETENTION_DAYS)
    await webhookRepository(database).removeExpiredSecrets()
  }
  const cleanup = runPeriodically(CLEANUP_INTERVAL_MS, log, 'remove old webhook deliveries and secrets', cleanUp)
  return {
    async stop() {
      await Promise.all([enqueueing.stop(), delivering.stop(), cleanup.stop()])
      await Promise.all(inFlight)
      await client.close()
    },
  }
}
