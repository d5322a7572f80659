import { RACING_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import type { Transaction } from '@purple-sector/database'

/** Whoever has it on screen says so meanwhile; then nothing is sent. */
const WAIT = '5 seconds'

/** What tells of racing waits until a screen with the fan's spoiler delay may show it, and then as long as all the rest. */
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
 * Puts on their way what is to be pushed and mailed of these notifications, in the transaction that tells of them: each
 * once to each browser, and once by mail. Who changes their spoiler delay later has what waits come as it was to.
 */
export const enqueueDeliveries = async (sql: Transaction, notificationIds: readonly number[]): Promise<void> => {
  if (notificationIds.length === 0) return
  await sql.raw(ENQUEUE, { ids: [...notificationIds], racing: [...RACING_NOTIFICATIONS], wait: WAIT })
}
