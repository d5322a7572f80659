import type { Transaction } from '@purple-sector/database'

/** Whoever has it on screen says so meanwhile; then nothing is sent. */
const WAIT = '5 seconds'

const ENQUEUE = `
insert into deliveries (notification_id, user_id, channel, subscription_id, due_at)
select n.id, n.user_id, 'push', s.id, clock_timestamp() + :wait::interval
from notifications n
join push_subscriptions s on s.user_id = n.user_id
left join notification_preferences p on p.user_id = n.user_id
where n.id = any(:ids::integer[]) and (p.user_id is null or n.type <> all(p.push_off))
union all
select n.id, n.user_id, 'mail', 0, clock_timestamp() + :wait::interval
from notifications n
join notification_preferences p on p.user_id = n.user_id and n.type = any(p.mail_on)
join users u on u.id = n.user_id and u.verified_email is not null
where n.id = any(:ids::integer[])
on conflict do nothing`

/**
 * Puts on their way what is to be pushed and mailed of these notifications, in the transaction that tells of them: each
 * once to each browser, and once by mail.
 */
export const enqueueDeliveries = async (sql: Transaction, notificationIds: readonly number[]): Promise<void> => {
  if (notificationIds.length > 0) await sql.raw(ENQUEUE, { ids: [...notificationIds], wait: WAIT })
}
