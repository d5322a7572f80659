import { type Database, databaseTime } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { auditLog } from '../audit/audit-log-repository.ts'
import { liveTimingRepository } from './live-timing-repository.ts'
import { publishStatus } from './publish-status.ts'

/** Pauses or resumes live timing. A repeated call changes nothing, and is neither published nor audited. */
export const pauseLiveTiming =
  ({ database }: { database: Database }) =>
  (caller: Caller, isPaused: boolean): Promise<void> =>
    database.transaction(async (sql) => {
      if (!(await liveTimingRepository(sql).setPaused(isPaused))) return
      const change = {
        at: await databaseTime(sql),
        action: isPaused ? 'live-timing.paused' : 'live-timing.resumed',
        subject: { type: 'live-timing', id: 'live-timing' },
        before: { isPaused: !isPaused },
        after: { isPaused },
      }
      await auditLog(sql).add(auditAction(caller, change))
      await publishStatus(sql)
    })
