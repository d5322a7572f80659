import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { attemptDelivery } from './attempt-delivery.ts'
import { DELIVERIES_DUE, type DueDelivery, deliveryRepository } from './delivery-repository.ts'
import { NEWS_DUE, newsRepository } from './pending-event-repository.ts'
import type { WebhookClient } from './webhook-client.ts'
import { webhookRepository } from './webhook-repository.ts'

const CHECK_INTERVAL_MS = 1_000
const CLEAN_MS = 3_600_000
const KEPT_DAYS = 7
/** Room for two of each webhook there may be: those that hang never take it all. */
const MAX_CONCURRENCY = 40

type Options = { database: Database; client: WebhookClient; log: Logger }

/** Boards whose turn has come and sessions that have locked become deliveries, once. */
const tellNews = (database: Database): Promise<void> =>
  database.transaction(async (sql) => {
    const [news, deliveries] = [newsRepository(sql), deliveryRepository(sql)]
    for (const lock of await news.takeLocks()) await deliveries.make(lock)
    for (const board of await news.takeBoards()) await deliveries.makeLatest(board)
  })

/**
 * Sends what is due, by any number of processes. A delivery is leased and noted when it was tried, so whoever dies with
 * one has it sent again: its id is the same.
 */
export const startWebhookDeliveries = ({ database, client, log }: Options): BackgroundTask => {
  const deliveries = deliveryRepository(database)
  const attempt = attemptDelivery(database, client)
  const inFlight = new Set<Promise<void>>()

  const start = (due: DueDelivery): void => {
    const sending: Promise<void> = attempt(due)
      .then((delivery) => {
        if (delivery?.state === 'failed')
          log.info({ delivery: due.id, reason: delivery.error }, 'a webhook delivery is given up')
      })
      .catch((error: unknown) => log.warn({ err: error, delivery: due.id }, 'a webhook delivery failed, trying again'))
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }

  const send = async (): Promise<void> => {
    const room = MAX_CONCURRENCY - inFlight.size
    if (room > 0) for (const due of await deliveries.take(room)) start(due)
  }
  const telling = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'telling webhooks',
    ...NEWS_DUE,
    work: () => tellNews(database),
  })
  const looking = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'webhook deliveries',
    ...DELIVERIES_DUE,
    work: send,
  })
  const clean = async (): Promise<void> => {
    await deliveries.removeOld(KEPT_DAYS)
    await webhookRepository(database).removeExpiredSecrets()
  }
  const cleaning = runPeriodically(CLEAN_MS, log, 'removing old webhook deliveries and secrets', clean)
  return {
    async stop() {
      await Promise.all([telling.stop(), looking.stop(), cleaning.stop()])
      await Promise.all(inFlight)
      await client.close()
    },
  }
}
