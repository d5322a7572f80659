import { reportChanged } from '@purple-sector/contracts/admin/events'
import type { Report } from '@purple-sector/contracts/admin/reports'
import { weekendSubject } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import { type Logger, runPeriodically } from '@purple-sector/service-kit'
import type { RenderedReport } from './pdf/render-report.ts'
import { failureMessage, LOST_MESSAGE, MAX_ATTEMPTS } from './report.ts'
import { type Claim, reportRepository } from './report-repository.ts'
import type { WeekendReport } from './weekend-report.ts'

export type Render = (report: WeekendReport, onProgress: (part: number) => void) => Promise<RenderedReport>
export type Collect = (weekendId: number) => Promise<WeekendReport | undefined>

type Dependencies = { database: Database; log: Logger; collect: Collect; render: Render }

/** Progress in percent once the figures are collected, and once everything is rendered; the rest is storing it. */
const COLLECTED_PERCENT = 20
const RENDERED_PERCENT = 95

/** A third of a worker's lease. */
const RENEW_INTERVAL_MS = 5_000

/** Publishes a report that changed in this transaction. */
const publishReport = async (sql: Transaction, report: Report | undefined): Promise<void> => {
  if (report) await outbox(sql).append(reportChanged, report)
}

/** Writes progress in order; while a write is in flight, only the latest value is pending. */
const progressOf = (database: Database, claim: Claim) => {
  let [storedPercent, targetPercent] = [0, 0]
  let pendingWrite: Promise<void> | undefined
  const writeProgress = async (): Promise<void> => {
    try {
      while (storedPercent < targetPercent) {
        storedPercent = targetPercent
        await database.transaction(async (sql) =>
          publishReport(sql, await reportRepository(sql).progress(claim, storedPercent)),
        )
      }
    } finally {
      pendingWrite = undefined
    }
  }
  return {
    advanceTo(percent: number): void {
      const roundedPercent = Math.round(percent)
      if (roundedPercent <= targetPercent) return
      targetPercent = roundedPercent
      // Progress is best effort: the final state is written separately.
      pendingWrite ??= writeProgress().catch(() => {})
    },
    waitUntilIdle: async (): Promise<void> => pendingWrite,
  }
}

/**
 * Makes a report that is waiting, or whose worker's lease has expired.
 * Stores the bytes only while the claim is current and the weekend exists. Retries a failed report, `MAX_ATTEMPTS`
 * attempts in all.
 */
export const makeReport = ({ database, log, collect, render }: Dependencies) => {
  const markFailed = (claim: Claim, message: string): Promise<void> =>
    database.transaction(async (sql) => publishReport(sql, await reportRepository(sql).fail(claim, message)))

  const store = (claim: Claim, weekendId: number, { bytes: content, pages }: RenderedReport): Promise<void> =>
    database.transaction(async (sql) => {
      const reports = reportRepository(sql)
      const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))
      if (isDeleted) return
      const report = await reports.finish(claim, { pages, content })
      await reports.trim(weekendId)
      await publishReport(sql, report)
    })

  const renderAndStore = async (claim: Claim & { report: Report }): Promise<void> => {
    const { weekendId } = claim.report
    const progress = progressOf(database, claim)
    progress.advanceTo(5)
    try {
      const figures = await collect(weekendId)
      if (!figures) throw new Error('the weekend is gone')
      progress.advanceTo(COLLECTED_PERCENT)
      const rendered = await render(figures, (part) =>
        progress.advanceTo(COLLECTED_PERCENT + part * (RENDERED_PERCENT - COLLECTED_PERCENT)),
      )
      await progress.waitUntilIdle()
      await store(claim, weekendId, rendered)
    } finally {
      await progress.waitUntilIdle()
    }
  }

  return async (id: number): Promise<void> => {
    const claim = await reportRepository(database).claim(id)
    if (!claim) return
    if (claim.attempt > MAX_ATTEMPTS) return markFailed(claim, LOST_MESSAGE)
    const renewal = runPeriodically(
      RENEW_INTERVAL_MS,
      log,
      'renew the lease of a report',
      async () => void (await reportRepository(database).renew(claim)),
    )
    const startedAt = performance.now()
    try {
      await renderAndStore(claim)
      log.info(
        { event: 'report.completed', report: id, ms: Math.round(performance.now() - startedAt) },
        'Report completed',
      )
    } catch (error) {
      const isLast = claim.attempt >= MAX_ATTEMPTS
      log.warn(
        { event: 'report.failed', err: error, report: id, attempt: claim.attempt, isLast },
        isLast ? 'Report failed permanently' : 'Report failed; retrying',
      )
      if (isLast) await markFailed(claim, failureMessage(error))
      else await database.transaction(async (sql) => publishReport(sql, await reportRepository(sql).release(claim)))
    } finally {
      await renewal.stop()
    }
  }
}
