import { setTimeout as pause } from 'node:timers/promises'
import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { mailOutbox } from '@purple-sector/mail'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { decideDelivery, pauseAfter } from './delivery.ts'
import { DUE_DELIVERIES, type DueDelivery, deliveryRepository, NEXT_DELIVERY } from './delivery-repository.ts'
import type { MailKind } from './notification-mail.ts'
import type { PushClient } from './push-client.ts'
import { pushRefusals } from './push-refusals.ts'
import { pushSubscriptionRepository } from './push-subscription-repository.ts'

const CHECK_INTERVAL_MS = 1_000
const BATCH_SIZE = 20
const MAX_CONCURRENCY = 60
const DAY_SECONDS = 86_400
const REPORT_MS = 60_000

type Options = {
  database: Database
  push: PushClient
  log: Logger
  /** Of this process. */
  maxASecond: number
}

/**
 * Sends what is due, by any number of processes. A delivery is taken for a minute and removed when it has arrived, so
 * whoever dies with one has it sent again; in the browser both are one notification, by its tag.
 */
export const startDeliveries = ({ database, push, log, maxASecond }: Options): BackgroundTask => {
  const deliveries = deliveryRepository(database)
  const refusals = pushRefusals({
    log,
    countUsers: (origin, most) => pushSubscriptionRepository(database).countUsers(origin, most),
  })
  const inFlight = new Set<Promise<void>>()
  let isStopping = false

  const sendPush = async (
    { id, userId, attempts, isOld, target, subscriptionId, deadline, now }: DueDelivery,
    payload: PushPayload,
  ) => {
    if (!target) return
    const timeToLive = deadline ? Math.max(1, Math.floor((deadline.getTime() - now.getTime()) / 1_000)) : DAY_SECONDS
    const outcome = await push.send(target, payload, { timeToLive, isUrgent: payload.type === 'deadline' })
    refusals.note({ endpoint: target.endpoint, userId }, outcome)
    if (outcome.kind === 'taken') return deliveries.remove(id)
    if (outcome.kind === 'gone') {
      await pushSubscriptionRepository(database).drop(subscriptionId)
      return deliveries.remove(id)
    }
    if (outcome.kind === 'refused') return deliveries.remove(id)
    const failure = { delivery: id, reason: outcome.reason, attempts: attempts + 1 }
    if (outcome.kind === 'blocked' || isOld) {
      await deliveries.remove(id)
      log.warn(failure, 'a push could not be sent and is given up')
      return
    }
    await deliveries.postpone(id, pauseAfter(attempts + 1, outcome.afterSeconds))
    log.info(failure, 'a push could not be sent, trying again')
  }

  /** From here on the mail outbox sees to it. */
  const handToMail = async (id: number, notificationId: number) => {
    await database.transaction(async (sql) => {
      await mailOutbox<MailKind>(sql).put('notification', String(notificationId))
      await deliveryRepository(sql).remove(id)
    })
  }

  const deliver = async (due: DueDelivery): Promise<void> => {
    const { id, channel, message, circumstances, now } = due
    const decision = decideDelivery(circumstances, now)
    if (decision.kind === 'hold') return deliveries.hold(id, decision.until)
    if (decision.kind === 'drop' || !message) return deliveries.remove(id)
    return channel === 'mail' ? handToMail(id, message.id) : sendPush(due, message)
  }

  const start = (due: DueDelivery): void => {
    const sending: Promise<void> = deliver(due)
      .catch((error: unknown) => log.warn({ err: error, delivery: due.id }, 'a delivery failed, trying again'))
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }

  const sendDue = async (): Promise<void> => {
    while (!isStopping) {
      if (inFlight.size >= MAX_CONCURRENCY) {
        await Promise.race(inFlight)
        continue
      }
      const most = Math.min(BATCH_SIZE, MAX_CONCURRENCY - inFlight.size)
      const due = await deliveries.take(most)
      for (const delivery of due) start(delivery)
      if (due.length < most) return
      await pause((due.length * 1_000) / maxASecond)
    }
  }

  const looking = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'deliveries',
    due: DUE_DELIVERIES,
    nextDueAt: NEXT_DELIVERY,
    work: sendDue,
  })
  const reporting = runPeriodically(REPORT_MS, log, 'reporting refused pushes', async () => refusals.report())
  return {
    async stop() {
      isStopping = true
      await Promise.all([looking.stop(), reporting.stop()])
      await Promise.all(inFlight)
      await refusals
        .report()
        .catch((error: unknown) => log.warn({ err: error }, 'refused pushes could not be reported'))
      await push.close()
    },
  }
}
