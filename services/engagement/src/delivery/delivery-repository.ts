import type { NotificationType } from '@purple-sector/contracts/engagement/http'
import { type Database, type Transaction, table, wakeAfterCommit } from '@purple-sector/database'
import { isReminderObsolete, reminderDeadline } from '../reminders/reminder-sql.ts'
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
  is_delayed: boolean
  attempts: number
  first_tried_at: Date | null
}
const deliveries = table<DeliveryRow>('deliveries')

type Message = { id: number; type: NotificationType; title: string; message: string; link: string | null }

/** A claimed delivery with everything that decides whether it is sent. */
export type DueDelivery = {
  id: number
  userId: string
  channel: 'push' | 'mail'
  attempts: number
  /** Retried for longer than `ABANDON_AFTER`. */
  isExpired: boolean
  message: Message | null
  target: PushTarget | null
  subscriptionId: number
  circumstances: Circumstances
  /** Deadline of a reminder; null for other notifications. */
  deadline: Date | null
  /** Database time. */
  now: Date
}

/** A notification to send by mail, with the address of its recipient. */
export type MailedNotification = {
  to: string
  userId: string
  type: NotificationType
  title: string
  message: string
  link: string | null
}

type ClaimedRow = Pick<DeliveryRow, 'id' | 'user_id' | 'channel' | 'attempts' | 'subscription_id'> &
  Pick<PreferenceRow, 'quiet_from' | 'quiet_to' | 'quiet_zone'> & {
    is_expired: boolean
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
    is_enabled: boolean
    is_obsolete: boolean
    is_urgent: boolean
    deadline: Date | null
    now: Date
  }

/** Lease of a claimed delivery, longer than an attempt lasts; deliveries of a crashed process are retried after it. */
const LEASE = '1 minute'
const ABANDON_AFTER = '1 hour'

/** SQL: whether a delivery is due. */
export const DUE_DELIVERIES = 'select from deliveries where due_at <= now()'

/** SQL: when the next delivery is due. */
export const NEXT_DELIVERY = 'select min(due_at) from deliveries'

const CLAIM = `
with claimed as (
  update deliveries set due_at = clock_timestamp() + :lease::interval, is_delayed = false
  where id in (select id from deliveries where due_at <= clock_timestamp() order by due_at limit :limit for update skip locked)
  returning *
)
select claimed.id, claimed.user_id, claimed.channel, claimed.attempts, claimed.subscription_id,
  coalesce(claimed.first_tried_at < clock_timestamp() - :abandonAfter::interval, false) as is_expired,
  n.id as notification_id, n.type, n.title, n.message, n.link,
  s.endpoint, s.p256dh, s.auth, u.verified_email is not null as has_address,
  n.read_at is not null or n.seen_at is not null as is_seen,
  case claimed.channel when 'push' then p.user_id is null or n.type <> all(p.push_off)
    else p.user_id is not null and n.type = any(p.mail_on) end as is_enabled,
  ${isReminderObsolete('claimed.notification_id')} as is_obsolete,
  n.type = 'deadline' and split_part(n.cause, '/', 4) = '30' as is_urgent,
  p.quiet_from, p.quiet_to, p.quiet_zone, ${reminderDeadline('claimed.notification_id')} as deadline,
  clock_timestamp() as now
from claimed
left join notifications n on n.id = claimed.notification_id
left join push_subscriptions s on s.id = claimed.subscription_id and s.user_id = claimed.user_id
left join users u on u.id = claimed.user_id
left join notification_preferences p on p.user_id = claimed.user_id
order by claimed.id`

/** SQL: finds nothing if the notification was read, is disabled, or reminds only of tipped or closed categories. */
const FIND_MAILED = `
select u.verified_email as "to", u.id as "userId", n.type, n.title, n.message, n.link
from notifications n
join users u on u.id = n.user_id
join notification_preferences p on p.user_id = n.user_id and n.type = any(p.mail_on)
where n.id = ?::integer and n.read_at is null and u.verified_email is not null
  and not ${isReminderObsolete('n.id')}`

const dueDeliveryOf = (row: ClaimedRow): DueDelivery => {
  const {
    id,
    user_id: userId,
    channel,
    attempts,
    subscription_id: subscriptionId,
    is_expired: isExpired,
    deadline,
    now,
  } = row
  const { notification_id: notificationId, type, title, message, link, endpoint, p256dh, auth } = row
  const isReachable = channel === 'push' ? endpoint !== null : row.has_address
  return {
    id,
    userId,
    channel,
    attempts,
    isExpired,
    message: notificationId === null ? null : { id: notificationId, type, title, message, link },
    target: endpoint === null ? null : { endpoint, p256dh, auth },
    subscriptionId,
    circumstances: {
      isDeliverable: notificationId !== null && isReachable,
      isSeen: row.is_seen,
      isEnabled: row.is_enabled,
      isObsolete: row.is_obsolete,
      isUrgent: row.is_urgent,
      quietHours: quietHoursOf(row),
    },
    deadline,
    now,
  }
}

/** Deliveries of notifications, each claimed by one process and deleted when sent. */
export const deliveryRepository = (sql: Database | Transaction) => ({
  /** Claims due deliveries for a minute. */
  async claim(limit: number): Promise<DueDelivery[]> {
    const { rows } = await sql.raw<{ rows: ClaimedRow[] }>(CLAIM, { limit, lease: LEASE, abandonAfter: ABANDON_AFTER })
    return rows.map(dueDeliveryOf)
  },

  /** Finds a notification to send by mail; undefined if its mail is obsolete. */
  async findMailed(notificationId: string): Promise<MailedNotification | undefined> {
    const { rows } = await sql.raw<{ rows: MailedNotification[] }>(FIND_MAILED, [notificationId])
    return rows[0]
  },

  async remove(id: number): Promise<void> {
    await deliveries(sql).where({ id }).delete()
  },

  async delay(id: number, until: Date): Promise<void> {
    await deliveries(sql).where({ id }).update({ due_at: until, is_delayed: true })
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
