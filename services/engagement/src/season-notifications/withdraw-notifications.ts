import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { publishDeletion } from '../notifications/delete-notifications.ts'
import { DUE_WITHDRAWALS, withdrawals } from './season-notification-sql.ts'

const INTERVAL_MS = 1_000

/** Deletes a batch and publishes changed counts to its recipients; returns whether there may be more. */
const withdrawBatch = (database: Database, cause: string): Promise<boolean> =>
  database.transaction(async (sql) => {
    const recipients = await withdrawals(sql).deleteBatch(cause)
    if (recipients) await publishDeletion(sql, recipients)
    return recipients !== undefined && recipients.size > 0
  })

/** Deletes the notifications of all withdrawals. */
export const withdrawNotifications = async (database: Database): Promise<void> => {
  for (const { cause } of await withdrawals(database).list()) while (await withdrawBatch(database, cause));
}

/** Starts the task that withdraws notifications; any number of processes may run it. */
export const startWithdrawals = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'withdrawal of notifications',
    due: DUE_WITHDRAWALS,
    work: () => withdrawNotifications(database),
  })
