import { setTimeout as delay } from 'node:timers/promises'
import { notificationsMade } from '@purple-sector/contracts/engagement/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'

/** Enqueues push and mail deliveries of notifications. */
type Enqueue = (sql: Transaction, notificationIds: readonly number[]) => Promise<void>

/** Notifications per event, which stays far below the size limit of the bus. */
const BATCH_SIZE = 500
/** Minimum interval between batches; notifications arrive in bursts. */
const INTERVAL_MS = 50

/** SQL: whether there is an unpublished notification, by the partial index. */
const UNPUBLISHED =
  'select from (select id from notifications where published_at is null order by id limit 1) unpublished'

/*
 * Skips rows that another process is publishing. Locks the accounts of the recipients: a concurrent deletion either sees all
 * published rows, or its account is skipped here and handled by the next batch.
 */
const PUBLISH = `
with batch as materialized (
  select id, user_id from notifications where published_at is null order by id limit :batchSize for update skip locked
), locked as materialized (
  select id from users where id in (select user_id from batch) for key share skip locked
), without_account as materialized (
  select id from batch where exists (select from deleted_subjects where subject = 'user/' || user_id)
), deleted as (
  delete from notifications where id in (select id from without_account)
), published as (
  update notifications n set published_at = clock_timestamp() from batch
  where n.id = batch.id and n.id not in (select id from without_account)
    and (n.user_id in (select id from locked) or not exists (select from users where users.id = n.user_id))
  returning n.*
), event as (
  select weekend_id, json_agg(json_build_object('id', id, 'userId', user_id, 'weekendId', weekend_id, 'type', type,
    'title', title, 'message', message, 'link', link, 'isRead', read_at is not null,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id) as notifications,
    min(id) as first
  from published group by weekend_id
), appended as (
  select outbox_append_many(array_agg(row('${notificationsMade.kind}', '${notificationsMade.type}', 'notifications/' || first,
    case when weekend_id is null then 'notifications' else 'weekend/' || weekend_id end,
    json_build_object('notifications', notifications))::outbox_entry order by first), :traceparent)
  from event having count(*) > 0
)
select (select count(*) from batch) as claimed, array(select id from published order by id) as published, (select count(*) from appended)`

const publishBatch = (database: Database, enqueue: Enqueue): Promise<{ isFull: boolean }> =>
  database.transaction(async (sql) => {
    const bindings = { batchSize: BATCH_SIZE, traceparent: currentTraceparent() ?? null }
    const { rows } = await sql.raw<{ rows: { claimed: number; published: number[] }[] }>(PUBLISH, bindings)
    const { claimed = 0, published = [] } = rows[0] ?? {}
    if (published.length > 0) await enqueue(sql, published)
    outbox(sql).announce()
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
    due: UNPUBLISHED,
    work: publishAll,
  })
  return {
    stop() {
      shutdown.abort()
      return publishing.stop()
    },
  }
}
