import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'

const HOUR_MS = 3_600_000
const BATCH_SIZE = 5_000

/** How long handled events stay in the inbox; no bus delivers an event again after this many days. */
const RETENTION_DAYS = 30

const deleteExpired = async (database: Database, signal: AbortSignal): Promise<void> => {
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !signal.aborted; ) {
    const result = await database.raw<{ rowCount: number }>(
      `delete from inbox where ctid = any(array(select ctid from inbox
         where handled_at < now() - make_interval(days => ?) limit ?))`,
      [RETENTION_DAYS, BATCH_SIZE],
    )
    deleted = result.rowCount
  }
}

/** Deletes expired inbox rows once an hour, in batches. */
export const startInboxCleaning = (database: Database, log: Logger): { stop(): void } => {
  const stopping = new AbortController()
  const timer = setInterval(() => {
    deleteExpired(database, stopping.signal).catch((error: unknown) =>
      log.warn({ event: 'inbox.cleaning_failed', err: error }, 'Inbox cleaning failed; retried in an hour'),
    )
  }, HOUR_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
