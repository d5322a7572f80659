import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { type Database, databaseTime } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/audit'
import { auditLog } from '../audit/audit-log.ts'
import { liveTimingRepository } from './live-timing.ts'

/** Pauses live timing, or lets it go on. The same again changes nothing, and is neither told nor audited. */
export const pauseLiveTiming =
  ({ database }: { database: Database }) =>
  (caller: Caller, isPaused: boolean): Promise<void> =>
    database.transaction(async (sql) => {
      const changed = await liveTimingRepository(sql).become(isPaused)
      if (!changed) return
      const act = {
        at: await databaseTime(sql),
        action: isPaused ? 'live-timing.paused' : 'live-timing.resumed',
        subject: { type: 'live-timing', id: 'live-timing' },
        before: { isPaused: !isPaused },
        after: { isPaused },
      }
      await auditLog(sql).add(auditAction(caller, act))
      await outbox(sql).appendMany([entry(liveTimingChanged, changed)])
    })
