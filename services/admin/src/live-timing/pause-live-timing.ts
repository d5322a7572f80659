import { type Database, databaseTime } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { auditLog } from '../audit/audit-log.ts'
import { liveTimingRepository } from './live-timing.ts'
import { tellStatus } from './publish-status.ts'

/** Pauses live timing, or lets it go on. The same again changes nothing, and is neither told nor audited. */
export const pauseLiveTiming =
  ({ database }: { database: Database }) =>
  (caller: Caller, isPaused: boolean): Promise<void> =>
    database.transaction(async (sql) => {
      if (!(await liveTimingRepository(sql).become(isPaused))) return
      const act = {
        at: await databaseTime(sql),
        action: isPaused ? 'live-timing.paused' : 'live-timing.resumed',
        subject: { type: 'live-timing', id: 'live-timing' },
        before: { isPaused: !isPaused },
        after: { isPaused },
      }
      await auditLog(sql).add(auditAction(caller, act))
      await tellStatus(sql)
    })
