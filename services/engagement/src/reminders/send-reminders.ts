import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { sessionTime } from '../notifications/session-time.ts'
import { DUE_REMINDERS, NEXT_REMINDER, reminderRepository } from './reminder-repository.ts'

const CHECK_INTERVAL_MS = 1_000

/**
 * Sends all due reminders; returns how many were due and sent.
 *
 * Plans are deleted in the same transaction, so that a restart neither loses nor repeats one, in any process.
 */
const sendReminders = (database: Database): Promise<{ due: number; sent: number }> =>
  database.transaction(async (sql) => {
    const reminders = reminderRepository(sql)
    const dueReminders = await reminders.lockDue()
    return reminders.send(
      dueReminders.map(({ raceId, leadMinutes, deadline, timeZone }) => ({
        raceId,
        leadMinutes,
        closes: deadline && timeZone && sessionTime(deadline, timeZone),
      })),
    )
  })

export const startReminders = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'reminders',
    due: DUE_REMINDERS,
    nextDueAt: NEXT_REMINDER,
    async work() {
      const outcome = await sendReminders(database)
      if (outcome.due > 0) log.info({ event: 'reminders.sent', ...outcome }, 'Due reminders of deadlines sent')
    },
  })
