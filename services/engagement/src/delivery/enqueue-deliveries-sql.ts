import { RACING_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import type { Transaction } from '@purple-sector/database'

/** Time for open screens to report the notification as seen, in which case nothing is sent. */
const SEEN_WAIT = '5 seconds'

/** SQL: notifications about racing are due later by the user's spoiler delay. */
const ENQUEUE = `
with made as (
  select n.id, n.user_id, n.type, u.verified_email, :wait::interval + greatest(clock_timestamp(),
    n.created_at + make_interval(secs => case when n.type = any(:racing::text[]) then u.spoiler_delay_seconds end)) as due_at
  from notifications n
  left join users u on u.id = n.user_id
  where n.id = any(:ids::integer[])
)
insert into deliveries (notification_id, user_id, channel, subscription_id, due_at)
select n.id, n.user_id, 'push', s.id, n.due_at
from made n
join push_subscriptions s on s.user_id = n.user_id
left join notification_preferences p on p.user_id = n.user_id
where p.user_id is null or n.type <> all(p.push_off)
union all
select n.id, n.user_id, 'mail', 0, n.due_at
from made n
join notification_preferences p on p.user_id = n.user_id and n.type = any(p.mail_on)
where n.verified_email is not null
on conflict do nothing`

/**
 * Enqueues push and mail deliveries of notifications, once per browser and once by mail.
 *
 * Call it in the transaction that publishes them. A later change of the spoiler delay does not move enqueued deliveries.
 */
export const enqueueDeliveries = async (sql: Transaction, notificationIds: readonly number[]): Promise<void> => {
  if (notificationIds.length === 0) return
  await sql.raw(ENQUEUE, { ids: [...notificationIds], racing: [...RACING_NOTIFICATIONS], wait: SEEN_WAIT })
}
