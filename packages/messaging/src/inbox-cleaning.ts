import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'

const HOUR_MS = 3_600_000
const BATCH_SIZE = 5_000

/** How long handled events are remembered; no bus delivers an event again after so many days. */
const KEPT_DAYS = 30

const clean = async (database: Database, signal: AbortSignal): Promise<void> => {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE && !signal.aborted; ) {
    const result = await database.raw<{ rowCount: number }>(
      `delete from inbox where ctid = any(array(select ctid from inbox
         where handled_at < now() - make_interval(days => ?) limit ?))`,
      [KEPT_DAYS, BATCH_SIZE],
    )
    removed = result.rowCount
  }
}

/** Drops what the inbox no longer needs to remember, once an hour and in batches. */
export const startInboxCleaning = (database: Database, log: Logger): { stop(): void } => {
  const stopping = new AbortController()
  const timer = setInterval(() => {
    clean(database, stopping.signal).catch((error: unknown) => log.warn({ err: error }, 'inbox not cleaned'))
  }, HOUR_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
