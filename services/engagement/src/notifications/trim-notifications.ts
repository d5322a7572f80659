import { MAX_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'

const INTERVAL_MS = 10 * 60_000

/** SQL: deletes the causes too, because events that old are not redelivered. */
const TRIM = `
with busy as (
  select user_id, weekend_id from notifications group by user_id, weekend_id having count(*) > ${MAX_NOTIFICATIONS}
)
delete from notifications using (
  select n.id, row_number() over (partition by n.user_id, n.weekend_id order by n.id desc) as nth
  from notifications n join busy on busy.user_id = n.user_id and busy.weekend_id is not distinct from n.weekend_id
) ranked
where notifications.id = ranked.id and nth > ${MAX_NOTIFICATIONS}`

/** Deletes the oldest notifications of users who have more than `MAX_NOTIFICATIONS` for a weekend. */
export const trimNotifications = async (database: Database): Promise<void> => {
  await database.raw(TRIM)
}

export const startTrimming = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runPeriodically(INTERVAL_MS, log, 'trim notifications', () => trimNotifications(database))
