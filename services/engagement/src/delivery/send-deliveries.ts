import { setTimeout as pause } from 'node:timers/promises'
import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { mailOutbox } from '@purple-sector/mail'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { decideDelivery, retryDelayAfter } from './delivery.ts'
import { DUE_DELIVERIES, type DueDelivery, deliveryRepository, NEXT_DELIVERY } from './delivery-repository.ts'
import type { MailKind } from './notification-mail.ts'
import type { PushClient } from './push-client.ts'
import { pushRefusals } from './push-refusals.ts'
import { pushSubscriptionRepository } from './push-subscription-repository.ts'

const CHECK_INTERVAL_MS = 1_000
const BATCH_SIZE = 20
const MAX_CONCURRENCY = 60
const DAY_SECONDS = 86_400
const REPORT_INTERVAL_MS = 60_000

type Options = {
  database: Database
  push: PushClient
  log: Logger
  /** Limit of this process. */
  maxPerSecond: number
}

/**
 * Starts the task that sends due deliveries; may run in any number of processes.
 *
 * A delivery is claimed for a minute and deleted when sent, so another process retries it after a crash. The browser shows
 * both pushes as one notification, by its tag.
 */
export const startDeliveries = ({ database, push, log, maxPerSecond }: Options): BackgroundTask => {
  const deliveries = deliveryRepository(database)
  const refusals = pushRefusals({
    log,
    countUsers: (origin, limit) => pushSubscriptionRepository(database).countUsers(origin, limit),
  })
  const inFlight = new Set<Promise<void>>()
  let isStopping = false

  const sendPush = async (
    { id, userId, attempts, isExpired, target, subscriptionId, deadline, now }: DueDelivery,
    payload: PushPayload,
  ) => {
    if (!target) return
    const timeToLive = deadline ? Math.max(1, Math.floor((deadline.getTime() - now.getTime()) / 1_000)) : DAY_SECONDS
    const outcome = await push.send(target, payload, { timeToLive, isUrgent: payload.type === 'deadline' })
    refusals.record({ endpoint: target.endpoint, userId }, outcome)
    if (outcome.kind === 'accepted') return deliveries.remove(id)
    if (outcome.kind === 'gone') {
      await pushSubscriptionRepository(database).deleteById(subscriptionId)
      return deliveries.remove(id)
    }
    if (outcome.kind === 'refused') return deliveries.remove(id)
    const failure = { delivery: id, reason: outcome.reason, attempts: attempts + 1 }
    if (outcome.kind === 'blocked' || isExpired) {
      await deliveries.remove(id)
      log.warn({ event: 'push.abandoned', ...failure }, 'Push failed permanently; delivery abandoned')
      return
    }
    await deliveries.postpone(id, retryDelayAfter(attempts + 1, outcome.afterSeconds))
    log.info({ event: 'push.failed', ...failure }, 'Push failed; it is retried')
  }

  /** Moves a delivery to the mail outbox, which sends and retries it. */
  const enqueueMail = async (id: number, notificationId: number) => {
    await database.transaction(async (sql) => {
      await mailOutbox<MailKind>(sql).put('notification', String(notificationId))
      await deliveryRepository(sql).remove(id)
    })
  }

  const deliver = async (dueDelivery: DueDelivery): Promise<void> => {
    const { id, channel, message, circumstances, now } = dueDelivery
    const decision = decideDelivery(circumstances, now)
    if (decision.kind === 'delay') return deliveries.delay(id, decision.until)
    if (decision.kind === 'drop' || !message) return deliveries.remove(id)
    return channel === 'mail' ? enqueueMail(id, message.id) : sendPush(dueDelivery, message)
  }

  const startDelivery = (dueDelivery: DueDelivery): void => {
    const attempt: Promise<void> = deliver(dueDelivery)
      .catch((error: unknown) =>
        log.warn({ event: 'delivery.failed', err: error, delivery: dueDelivery.id }, 'Delivery failed; it is retried'),
      )
      .finally(() => inFlight.delete(attempt))
    inFlight.add(attempt)
  }

  const sendDueDeliveries = async (): Promise<void> => {
    while (!isStopping) {
      if (inFlight.size >= MAX_CONCURRENCY) {
        await Promise.race(inFlight)
        continue
      }
      const limit = Math.min(BATCH_SIZE, MAX_CONCURRENCY - inFlight.size)
      const dueDeliveries = await deliveries.claim(limit)
      for (const delivery of dueDeliveries) startDelivery(delivery)
      if (dueDeliveries.length < limit) return
      await pause((dueDeliveries.length * 1_000) / maxPerSecond)
    }
  }

  const sendingTask = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'deliveries',
    due: DUE_DELIVERIES,
    nextDueAt: NEXT_DELIVERY,
    work: sendDueDeliveries,
  })
  const reportingTask = runPeriodically(REPORT_INTERVAL_MS, log, 'report refused pushes', async () => refusals.report())
  return {
    async stop() {
      isStopping = true
      await Promise.all([sendingTask.stop(), reportingTask.stop()])
      await Promise.all(inFlight)
      await refusals
        .report()
        .catch((error: unknown) =>
          log.warn({ event: 'push.report_failed', err: error }, 'Report of refused pushes failed'),
        )
      await push.close()
    },
  }
}
