import { reportChanged } from '@purple-sector/contracts/admin/events'
import type { Report } from '@purple-sector/contracts/admin/reports'
import { weekendSubject } from '@purple-sector/contracts/event'
import { findWholeWeekend } from '@purple-sector/contracts/weekends/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import type { Caller, ServiceCalls } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { notFound } from '@purple-sector/service-kit/errors'
import { auditLog } from '../audit/audit-log-repository.ts'
import { filenameOf } from './report.ts'
import { wakeReport } from './report-queue.ts'
import { reportRepository } from './report-repository.ts'

type Dependencies = { database: Database; calls: ServiceCalls; queue: Queue }

const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')

/** Requests the report of a weekend; returns the one that is waiting or running, if there is one. */
export const requestReport =
  ({ database, calls, queue }: Dependencies) =>
  async (caller: Caller, weekendId: number): Promise<Report> => {
    const outcome = await calls.request(findWholeWeekend, { params: { id: weekendId } })
    if (outcome.kind !== 'reply' || outcome.reply.weekend.data.deleted) throw noSuchWeekend()
    const { id, name } = outcome.reply.weekend.data
    const report = await database.transaction(async (sql) => {
      const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', weekendSubject(id))
      if (isDeleted) throw noSuchWeekend()
      const added = await reportRepository(sql).add({ id, filename: filenameOf({ id, name }) })
      if (!added.isNew) return added.report
      const { filename } = added.report
      const subject = { type: 'weekend', id }
      const at = await databaseTime(sql)
      const after = { report: added.report.id, filename }
      await auditLog(sql).add(auditAction(caller, { at, action: 'report.requested', subject, before: null, after }))
      await outbox(sql).append(reportChanged, added.report)
      return added.report
    })
    await wakeReport(queue, report.id)
    return report
  }
