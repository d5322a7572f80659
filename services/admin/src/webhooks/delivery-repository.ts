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

/** A delivery whose turn has come, and where it goes. */
export type DueDelivery = {
  id: string
  type: string
  at: Date
  attempts: number
  url: string
  /** The current one, then those it has replaced that have not expired, the latest first. */
  secrets: string[]
  body: string
}

type TakenRow = Pick<Row, 'id' | 'type' | 'at' | 'data' | 'attempts'> & { url: string; secrets: string[] }

const dueOf = ({ id, type, at, data, attempts, url, secrets }: TakenRow): DueDelivery => ({
  id,
  type,
  at,
  attempts,
  url,
  secrets,
  body: JSON.stringify({ id, type, at: at.toISOString(), data }),
})

/** Longer than an attempt lasts: what somebody took and died with comes back after it. */
const LEASE = '20 seconds'
const CONCURRENCY_PER_HOST = 2
const SHOWN_IN_LOG = 100

/** SQL: the secrets with which a delivery to webhook `w` is signed. */
const SECRETS = `array_prepend(w.secret, array(
  select secret from webhook_previous_secrets where webhook_id = w.id and expires_at > clock_timestamp()
  order by expires_at desc)) as secrets`

/** So few of each receiver that all of them together find room: one that hangs holds up no other. */
const TAKE = `
with busy as (
  select w.host, count(*) as count from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where d.state = 'waiting' and d.leased_until > clock_timestamp() group by w.host
), due as (
  select d.id, row_number() over (partition by w.host order by d.next_attempt_at, d.at) + coalesce(busy.count, 0) as place
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id left join busy on busy.host = w.host
  where d.state = 'waiting' and d.next_attempt_at <= clock_timestamp()
    and (d.leased_until is null or d.leased_until <= clock_timestamp())
), taken as (
  update webhook_deliveries set leased_until = clock_timestamp() + :lease::interval
  where id in (
    select id from webhook_deliveries
    where id in (select id from due where place <= :aHost) and state = 'waiting'
      and (leased_until is null or leased_until <= clock_timestamp())
    order by next_attempt_at limit :most for update skip locked)
  returning *
)
select taken.id, taken.type, taken.at, taken.data, taken.attempts, w.url, ${SECRETS}
from taken join webhooks w on w.id = taken.webhook_id`

/** SQL: whether there is one to take, and when there will be. */
export const DELIVERIES_DUE = {
  due: `
select from webhook_deliveries where state = 'waiting' and next_attempt_at <= clock_timestamp()
  and (leased_until is null or leased_until <= clock_timestamp())`,
  nextDueAt: `
select min(greatest(next_attempt_at, leased_until)) from webhook_deliveries
where state = 'waiting' and greatest(next_attempt_at, leased_until) > clock_timestamp()`,
}

/** What is told: by type, of which event, and when that happened. */
export type News = { type: Delivery['type']; cause: string; weekendId: number; at: Date; data: object }

/** Webhooks are held: one that is being deleted meanwhile is gone by then, and what is told does not fail with it. */
const MAKE = `
insert into webhook_deliveries (webhook_id, type, cause, weekend_id, at, data)
select id, :type, :cause, :weekendId, :at, :data::json from webhooks
where :type = any(events) and created_at <= :at
for key share
on conflict do nothing`

/** A board takes the place of an earlier one that is still waiting, and its turn. */
const REPLACE = `
with overtaken as (
  delete from webhook_deliveries where id in (
    select id from webhook_deliveries
    where state = 'waiting' and type = :type and weekend_id = :weekendId
      and (leased_until is null or leased_until <= clock_timestamp())
    for update skip locked)
  returning *
), latest as (
  select distinct on (webhook_id) * from overtaken order by webhook_id, attempts desc
)
insert into webhook_deliveries (webhook_id, type, cause, weekend_id, at, data, attempts, status, error, next_attempt_at)
select w.id, :type, :cause, :weekendId, :at, :data::json, coalesce(latest.attempts, 0), latest.status, latest.error,
  coalesce(latest.next_attempt_at, clock_timestamp())
from webhooks w left join latest on latest.webhook_id = w.id
where :type = any(w.events) and w.created_at <= :at
for key share of w
on conflict do nothing`

/** What webhooks are sent: made with the event it tells, taken by one process at a time, kept for the log. */
export const deliveryRepository = (sql: Database | Transaction) => ({
  /** For every webhook that wants such news, once an event. */
  async make(news: News): Promise<void> {
    await sql.raw(MAKE, { ...news, data: JSON.stringify(news.data) })
  },

  /** The same, in the place of what still waits to tell of the same weekend. */
  async makeLatest(news: News): Promise<void> {
    await sql.raw(REPLACE, { ...news, data: JSON.stringify(news.data) })
  },

  /** A test, taken already by whoever made it. */
  async makeTest(webhook: { id: number }, data: object): Promise<string> {
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

  /** One that was taken, as it is sent. */
  async taken(id: string): Promise<DueDelivery | undefined> {
    const row = await sql<TakenRow>('webhook_deliveries as d')
      .join('webhooks as w', 'w.id', 'd.webhook_id')
      .where('d.id', id)
      .first<TakenRow | undefined>('d.id', 'd.type', 'd.at', 'd.data', 'd.attempts', 'w.url', sql.raw(SECRETS))
    return row && dueOf(row)
  },

  /** Some that are due, which are then nobody else's for a while. */
  async take(most: number): Promise<DueDelivery[]> {
    const { rows } = await sql.raw<{ rows: TakenRow[] }>(TAKE, { most, lease: LEASE, aHost: CONCURRENCY_PER_HOST })
    return rows.map(dueOf)
  },

  /** Notes an attempt. Undefined where the delivery is gone. */
  async note(id: string, { status, error }: Attempt, { state, nextAttemptAt }: Outcome): Promise<Delivery | undefined> {
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

  /** The latest first. */
  async list(webhookId: number): Promise<Delivery[]> {
    const rows = await deliveries(sql)
      .where({ webhook_id: webhookId })
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(SHOWN_IN_LOG)
      .select<Row[]>('*')
    return rows.map(deliveryOf)
  },

  /** What waits to tell of a weekend ends with it. */
  async endOf(weekendId: number): Promise<void> {
    await deliveries(sql)
      .where({ weekend_id: weekendId, state: 'waiting' })
      .update({ state: 'failed', error: 'The weekend was deleted.', next_attempt_at: null, data: null })
  },

  async removeOld(days: number): Promise<void> {
    await deliveries(sql).whereRaw('at < clock_timestamp() - make_interval(days => ?)', [days]).delete()
  },
})
