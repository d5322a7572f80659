import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import { type Database, type Transaction, table, wakeAfterCommit } from '@purple-sector/database'
import { isOver } from '../reminders/reminded.ts'
import type { Circumstances } from './delivery.ts'
import { type PreferenceRow, quietHoursOf } from './preference-repository.ts'
import type { PushTarget } from './push-client.ts'

type DeliveryRow = {
  id: number
  notification_id: number
  user_id: string
  channel: 'push' | 'mail'
  subscription_id: number
  due_at: Date
  is_held: boolean
  attempts: number
  first_tried_at: Date | null
}
const deliveries = table<DeliveryRow>('deliveries')

type Message = { id: number; type: NotificationType; title: string; message: string; link: string | null }

/** A delivery whose turn has come, with all that decides what becomes of it. */
export type DueDelivery = {
  id: number
  userId: string
  channel: 'push' | 'mail'
  attempts: number
  /** Tried for longer than anybody waits. */
  isOld: boolean
  message: Message | null
  target: PushTarget | null
  subscriptionId: number
  circumstances: Circumstances
  /** Of a reminder. */
  deadline: Date | null
  /** By the database's clock. */
  now: Date
}

type TakenRow = Pick<DeliveryRow, 'id' | 'user_id' | 'channel' | 'attempts' | 'subscription_id'> &
  Pick<PreferenceRow, 'quiet_from' | 'quiet_to' | 'quiet_zone'> & {
    is_old: boolean
    notification_id: number | null
    type: NotificationType
    title: string
    message: string
    link: string | null
    endpoint: string | null
    p256dh: string
    auth: string
    has_address: boolean
    is_seen: boolean
    is_chosen: boolean
    is_pointless: boolean
    is_urgent: boolean
    deadline: Date | null
    now: Date
  }

/** Longer than an attempt lasts: what somebody took and died with comes back after it. */
const LEASE = '1 minute'
const GIVE_UP_AFTER = '1 hour'

/** SQL: whether there is one to take. */
export const DUE_DELIVERIES = 'select from deliveries where due_at <= now()'

/** SQL: when the next one is to be taken. */
export const NEXT_DELIVERY = 'select min(due_at) from deliveries'

const TAKE = `
with taken as (
  update deliveries set due_at = clock_timestamp() + :lease::interval, is_held = false
  where id in (select id from deliveries where due_at <= clock_timestamp() order by due_at limit :most for update skip locked)
  returning *
)
select taken.id, taken.user_id, taken.channel, taken.attempts, taken.subscription_id,
  coalesce(taken.first_tried_at < clock_timestamp() - :giveUpAfter::interval, false) as is_old,
  n.id as notification_id, n.type, n.title, n.message, n.link,
  s.endpoint, s.p256dh, s.auth, u.verified_email is not null as has_address,
  n.read_at is not null or n.seen_at is not null as is_seen,
  case taken.channel when 'push' then p.user_id is null or n.type <> all(p.push_off)
    else p.user_id is not null and n.type = any(p.mail_on) end as is_chosen,
  d.notification_id is not null and ${isOver('d')} as is_pointless,
  n.type = 'deadline' and split_part(n.cause, '/', 4) = '30' as is_urgent,
  p.quiet_from, p.quiet_to, p.quiet_zone, d.deadline, clock_timestamp() as now
from taken
left join notifications n on n.id = taken.notification_id
left join push_subscriptions s on s.id = taken.subscription_id and s.user_id = taken.user_id
left join users u on u.id = taken.user_id
left join notification_preferences p on p.user_id = taken.user_id
left join reminded d on d.notification_id = taken.notification_id
order by taken.id`

const dueOf = (row: TakenRow): DueDelivery => {
  const { id, user_id: userId, channel, attempts, subscription_id: subscriptionId, is_old: isOld, deadline, now } = row
  const { notification_id: notificationId, type, title, message, link, endpoint, p256dh, auth } = row
  const isReachable = channel === 'push' ? endpoint !== null : row.has_address
  return {
    id,
    userId,
    channel,
    attempts,
    isOld,
    message: notificationId === null ? null : { id: notificationId, type, title, message, link },
    target: endpoint === null ? null : { endpoint, p256dh, auth },
    subscriptionId,
    circumstances: {
      isPossible: notificationId !== null && isReachable,
      isSeen: row.is_seen,
      isChosen: row.is_chosen,
      isPointless: row.is_pointless,
      isUrgent: row.is_urgent,
      quietHours: quietHoursOf(row),
    },
    deadline,
    now,
  }
}

/** Notifications on their way: taken by one process each, gone once they have arrived. */
export const deliveryRepository = (sql: Database | Transaction) => ({
  /** Some that are due, which are then nobody else's for a minute. */
  async take(most: number): Promise<DueDelivery[]> {
    const { rows } = await sql.raw<{ rows: TakenRow[] }>(TAKE, { most, lease: LEASE, giveUpAfter: GIVE_UP_AFTER })
    return rows.map(dueOf)
  },

  async remove(id: number): Promise<void> {
    await deliveries(sql).where({ id }).delete()
  },

  async hold(id: number, until: Date): Promise<void> {
    await deliveries(sql).where({ id }).update({ due_at: until, is_held: true })
    wakeAfterCommit(sql, 'tasks')
  },

  async postpone(id: number, seconds: number): Promise<void> {
    await deliveries(sql)
      .where({ id })
      .update({
        due_at: sql.raw('clock_timestamp() + make_interval(secs => ?)', [seconds]),
        attempts: sql.raw('attempts + 1'),
        first_tried_at: sql.raw('coalesce(first_tried_at, clock_timestamp())'),
      })
    wakeAfterCommit(sql, 'tasks')
  },
})
