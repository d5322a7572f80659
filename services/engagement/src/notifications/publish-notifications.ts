import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { publishNotifications, UNPUBLISHED_NOTIFICATIONS } from './notification-repository.ts'

/** Enqueues push and mail deliveries of notifications. */
type Enqueue = (sql: Transaction, notificationIds: readonly number[]) => Promise<void>

/** Notifications per event, which stays far below the size limit of the bus. */
const BATCH_SIZE = 500
/** Minimum interval between batches; notifications arrive in bursts. */
const INTERVAL_MS = 50

const publishBatch = (database: Database, enqueue: Enqueue): Promise<{ isFull: boolean }> =>
  database.transaction(async (sql) => {
    const { claimed, published } = await publishNotifications(sql, BATCH_SIZE)
    if (published.length > 0) await enqueue(sql, published)
    return { isFull: claimed === BATCH_SIZE }
  })

/**
 * Starts the task that publishes notifications (`notificationsMade`) and enqueues their deliveries, in one transaction.
 *
 * May run in any number of processes. Between full batches it pauses as long as the batch took, so that a result does not
 * starve other work.
 */
export const startNotificationPublishing = (
  { database, log }: { database: Database; log: Logger },
  enqueue: Enqueue,
): BackgroundTask => {
  const shutdown = new AbortController()
  const { signal } = shutdown
  const publishAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const { isFull } = await publishBatch(database, enqueue)
      if (!isFull) return
      await delay(performance.now() - startedAt, undefined, { signal }).catch(() => {})
    }
  }
  const publishing = runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'publish notifications',
    due: UNPUBLISHED_NOTIFICATIONS,
    work: publishAll,
  })
  return {
    stop() {
      shutdown.abort()
      return publishing.stop()
    },
  }
}
