import { setTimeout as delay } from 'node:timers/promises'
import { notificationsMade } from '@purple-sector/contracts/engagement/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'

/** Puts what of these notifications is to be pushed and mailed where it is sent from. */
type Enqueue = (sql: Transaction, notificationIds: readonly number[]) => Promise<void>

/** So many are told at once: an event of them stays far below what the bus takes. */
const BATCH_SIZE = 500
/** They come in bursts: others are looked for this soon after the last were told. */
const INTERVAL_MS = 50

/** By the index, however many are told. */
const UNTOLD = 'select from (select id from notifications where told_at is null order by id limit 1) untold'

/*
 * Rows that another process is telling are left to it. The account of each is held: who deletes it either finds all
 * there is, or is not found by this statement, and then the next one sees what became of it.
 */
const TELL = `
with batch as materialized (
  select id, user_id from notifications where told_at is null order by id limit :most for update skip locked
), held as materialized (
  select id from users where id in (select user_id from batch) for key share skip locked
), of_nobody as materialized (
  select id from batch where exists (select from deleted_subjects where subject = 'user/' || user_id)
), gone as (
  delete from notifications where id in (select id from of_nobody)
), told as (
  update notifications n set told_at = clock_timestamp() from batch
  where n.id = batch.id and n.id not in (select id from of_nobody)
    and (n.user_id in (select id from held) or not exists (select from users where users.id = n.user_id))
  returning n.*
), event as (
  select weekend_id, json_agg(json_build_object('id', id, 'userId', user_id, 'weekendId', weekend_id, 'type', type,
    'title', title, 'message', message, 'link', link, 'isRead', read_at is not null,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id) as notifications,
    min(id) as first
  from told group by weekend_id
), appended as (
  select outbox_append_many(array_agg(row('${notificationsMade.kind}', '${notificationsMade.type}', 'notifications/' || first,
    case when weekend_id is null then 'notifications' else 'weekend/' || weekend_id end,
    json_build_object('notifications', notifications))::outbox_entry order by first), :traceparent)
  from event having count(*) > 0
)
select (select count(*) from batch) as taken, array(select id from told order by id) as told, (select count(*) from appended)`

const tellBatch = (database: Database, enqueue: Enqueue): Promise<{ isFull: boolean }> =>
  database.transaction(async (sql) => {
    const bindings = { most: BATCH_SIZE, traceparent: currentTraceparent() ?? null }
    const { rows } = await sql.raw<{ rows: { taken: number; told: number[] }[] }>(TELL, bindings)
    const { taken = 0, told = [] } = rows[0] ?? {}
    if (told.length > 0) await enqueue(sql, told)
    outbox(sql).announce()
    return { isFull: taken === BATCH_SIZE }
  })

/**
 * Tells of notifications: to whoever listens (`notificationsMade`), and by `enqueue` to what pushes and mails, in the
 * transaction that notes them as told. Any number of processes may. Where there are many it rests as long as it works: what
 * a result brings to everybody holds up nobody.
 */
export const startTelling = (
  { database, log }: { database: Database; log: Logger },
  enqueue: Enqueue,
): BackgroundTask => {
  const stopping = new AbortController()
  const { signal } = stopping
  const tell = async (): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const { isFull } = await tellBatch(database, enqueue)
      if (!isFull) return
      await delay(performance.now() - startedAt, undefined, { signal }).catch(() => {})
    }
  }
  const telling = runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'telling of notifications',
    due: UNTOLD,
    work: tell,
  })
  return {
    stop() {
      stopping.abort()
      return telling.stop()
    },
  }
}
