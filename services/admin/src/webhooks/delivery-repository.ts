import type { Delivery } from '@purple-sector/contracts/admin/webhooks'
import { type Database, type Transaction, table, wakeAfterCommit } from '@purple-sector/database'
import type { Attempt, Outcome } from './webhook.ts'

type Row = {
  id: string
  webhook_id: number
  type: Delivery['type']
  cause: string
  weekend_id: number | null
  at: Date
  data: unknown
  state: Delivery['state']
  attempts: number
  status: number | null
  error: string | null
  next_attempt_at: Date | null
  leased_until: Date | null
}

const deliveries = table<Row, { data: string | null }>('webhook_deliveries')

const deliveryOf = (row: Row): Delivery => ({
  id: row.id,
  type: row.type,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  error: row.error,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
})

/** A delivery that is due, with its destination. */
export type DueDelivery = {
  id: string
  type: string
  at: Date
  attempts: number
  url: string
  /** The current secret, then replaced ones that have not expired, the latest first. */
  secrets: string[]
  body: string
}

type ClaimedRow = Pick<Row, 'id' | 'type' | 'at' | 'data' | 'attempts'> & { url: string; secrets: string[] }

const dueDeliveryOf = ({ id, type, at, data, attempts, url, secrets }: ClaimedRow): DueDelivery => ({
  id,
  type,
  at,
  attempts,
  url,
  secrets,
  body: JSON.stringify({ id, type, at: at.toISOString(), data }),
})

/** Longer than an attempt: the delivery of a process that died is due again after it. */
const LEASE = '20 seconds'
const CONCURRENCY_PER_HOST = 2
const MAX_LISTED = 100

/** SQL: the secrets with which a delivery to webhook `w` is signed. */
const SECRETS = `array_prepend(w.secret, array(
  select secret from webhook_previous_secrets where webhook_id = w.id and expires_at > clock_timestamp()
  order by expires_at desc)) as secrets`

/** Claims deliveries, a few for each host, so that a receiver that hangs delays no other. */
const CLAIM = `
with busy as (
  select w.host, count(*) as count from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where d.state = 'waiting' and d.leased_until > clock_timestamp() group by w.host
), due as (
  select d.id, row_number() over (partition by w.host order by d.next_attempt_at, d.at) + coalesce(busy.count, 0) as place
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id left join busy on busy.host = w.host
  where d.state = 'waiting' and d.next_attempt_at <= clock_timestamp()
    and (d.leased_until is null or d.leased_until <= clock_timestamp())
), claimed as (
  update webhook_deliveries set leased_until = clock_timestamp() + :lease::interval
  where id in (
    select id from webhook_deliveries
    where id in (select id from due where place <= :perHost) and state = 'waiting'
      and (leased_until is null or leased_until <= clock_timestamp())
    order by next_attempt_at limit :maxCount for update skip locked)
  returning *
)
select claimed.id, claimed.type, claimed.at, claimed.data, claimed.attempts, w.url, ${SECRETS}
from claimed join webhooks w on w.id = claimed.webhook_id`

/** SQL: whether a delivery is due, and when the next one will be. */
export const DELIVERIES_DUE = {
  due: `
select from webhook_deliveries where state = 'waiting' and next_attempt_at <= clock_timestamp()
  and (leased_until is null or leased_until <= clock_timestamp())`,
  nextDueAt: `
select min(greatest(next_attempt_at, leased_until)) from webhook_deliveries
where state = 'waiting' and greatest(next_attempt_at, leased_until) > clock_timestamp()`,
}

/** An event that webhooks deliver; `cause` is the id by which each webhook delivers it once. */
export type WebhookEvent = { type: Delivery['type']; cause: string; weekendId: number; at: Date; data: object }

/** Locks the webhooks: one that is deleted meanwhile is skipped and fails no event. */
const ENQUEUE = `
insert into webhook_deliveries (webhook_id, type, cause, weekend_id, at, data)
select id, :type, :cause, :weekendId, :at, :data::json from webhooks
where :type = any(events) and created_at <= :at
for key share
on conflict do nothing`

/** Replaces an earlier leaderboard that is still waiting, and keeps its schedule. */
const REPLACE = `
with superseded as (
  delete from webhook_deliveries where id in (
    select id from webhook_deliveries
    where state = 'waiting' and type = :type and weekend_id = :weekendId
      and (leased_until is null or leased_until <= clock_timestamp())
    for update skip locked)
  returning *
), latest as (
  select distinct on (webhook_id) * from superseded order by webhook_id, attempts desc
)
insert into webhook_deliveries (webhook_id, type, cause, weekend_id, at, data, attempts, status, error, next_attempt_at)
select w.id, :type, :cause, :weekendId, :at, :data::json, coalesce(latest.attempts, 0), latest.status, latest.error,
  coalesce(latest.next_attempt_at, clock_timestamp())
from webhooks w left join latest on latest.webhook_id = w.id
where :type = any(w.events) and w.created_at <= :at
for key share of w
on conflict do nothing`

/** Deliveries: enqueued with their event, claimed by one process at a time, retained for the log. */
export const deliveryRepository = (sql: Database | Transaction) => ({
  /** Enqueues an event for every webhook that subscribes to its type, once an event. */
  async enqueue(event: WebhookEvent): Promise<void> {
    await sql.raw(ENQUEUE, { ...event, data: JSON.stringify(event.data) })
  },

  /** Enqueues an event for each webhook, in place of a waiting delivery for the same weekend. */
  async enqueueLatest(event: WebhookEvent): Promise<void> {
    await sql.raw(REPLACE, { ...event, data: JSON.stringify(event.data) })
  },

  /** Enqueues a test, claimed by its caller. */
  async enqueueTest(webhook: { id: number }, data: object): Promise<string> {
    const [row] = await deliveries(sql)
      .insert({
        webhook_id: webhook.id,
        type: 'test',
        cause: sql.raw('gen_random_uuid()::text'),
        data: JSON.stringify(data),
        leased_until: sql.raw('clock_timestamp() + ?::interval', [LEASE]),
      })
      .returning('id')
    if (!row) throw new Error('the test was not stored')
    return row.id
  },

  /** Finds a claimed delivery with its destination. */
  async findClaimed(id: string): Promise<DueDelivery | undefined> {
    const row = await sql<ClaimedRow>('webhook_deliveries as d')
      .join('webhooks as w', 'w.id', 'd.webhook_id')
      .where('d.id', id)
      .first<ClaimedRow | undefined>('d.id', 'd.type', 'd.at', 'd.data', 'd.attempts', 'w.url', sql.raw(SECRETS))
    return row && dueDeliveryOf(row)
  },

  /** Claims deliveries that are due, for the length of a lease. */
  async claim(maxCount: number): Promise<DueDelivery[]> {
    const { rows } = await sql.raw<{ rows: ClaimedRow[] }>(CLAIM, {
      maxCount,
      lease: LEASE,
      perHost: CONCURRENCY_PER_HOST,
    })
    return rows.map(dueDeliveryOf)
  },

  /** Records an attempt. Undefined if the delivery is gone. */
  async recordAttempt(
    id: string,
    { status, error }: Attempt,
    { state, nextAttemptAt }: Outcome,
  ): Promise<Delivery | undefined> {
    const [row] = await deliveries(sql)
      .where({ id, state: 'waiting' })
      .update({
        state,
        status,
        error,
        attempts: sql.raw('attempts + 1'),
        next_attempt_at: nextAttemptAt,
        leased_until: null,
        ...(state !== 'waiting' && { data: null }),
      })
      .returning<Row[]>('*')
    wakeAfterCommit(sql, 'tasks')
    return row && deliveryOf(row)
  },

  /** Lists deliveries, latest first. */
  async list(webhookId: number): Promise<Delivery[]> {
    const rows = await deliveries(sql)
      .where({ webhook_id: webhookId })
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(MAX_LISTED)
      .select<Row[]>('*')
    return rows.map(deliveryOf)
  },

  /** Cancels what is waiting for a deleted weekend. */
  async cancelPending(weekendId: number): Promise<void> {
    await deliveries(sql)
      .where({ weekend_id: weekendId, state: 'waiting' })
      .update({ state: 'failed', error: 'The weekend was deleted.', next_attempt_at: null, data: null })
  },

  async removeOld(days: number): Promise<void> {
    await deliveries(sql).whereRaw('at < clock_timestamp() - make_interval(days => ?)', [days]).delete()
  },
})
