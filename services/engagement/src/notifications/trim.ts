import { MAX_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'

const INTERVAL_MS = 10 * 60_000

/** The causes of what is dropped go with it: an event that old is not delivered again. */
const TRIM = `
with busy as (
  select user_id, weekend_id from notifications group by user_id, weekend_id having count(*) > ${MAX_NOTIFICATIONS}
)
delete from notifications using (
  select n.id, row_number() over (partition by n.user_id, n.weekend_id order by n.id desc) as nth
  from notifications n join busy on busy.user_id = n.user_id and busy.weekend_id is not distinct from n.weekend_id
) ranked
where notifications.id = ranked.id and nth > ${MAX_NOTIFICATIONS}`

/** Drops the oldest of those who have more of a weekend than are kept. */
export const trimNotifications = async (database: Database): Promise<void> => {
  await database.raw(TRIM)
}

export const startTrimming = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runPeriodically(INTERVAL_MS, log, 'trimming of notifications', () => trimNotifications(database))
