import { reportChanged } from '@purple-sector/contracts/admin/events'
import type { Report } from '@purple-sector/contracts/admin/reports'
import { weekendKey } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import { type Logger, runPeriodically } from '@purple-sector/service-kit'
import type { DrawnReport } from './pdf/render-report.ts'
import { failureWords, LOST_WORDS, MAX_ATTEMPTS } from './report.ts'
import { type Hold, reportRepository } from './report-repository.ts'
import type { WeekendReport } from './weekend-report.ts'

export type Draw = (report: WeekendReport, onProgress: (part: number) => void) => Promise<DrawnReport>
export type Collect = (weekendId: number) => Promise<WeekendReport | undefined>

type Dependencies = { database: Database; log: Logger; collect: Collect; draw: Draw }

/** How much is done when the figures are there, and when all is drawn; the rest is storing it. */
const COLLECTED = 20
const DRAWN = 95

/** A third of what a worker is waited for. */
const RENEW_MS = 5_000

/** Tells everybody of a report that changed in this transaction. */
const tell = async (sql: Transaction, report: Report | undefined): Promise<void> => {
  if (report) await outbox(sql).append(reportChanged, report)
}

/** Says how far it is, one after another; while one is being written only the latest of the others waits. */
const progressOf = (database: Database, hold: Hold) => {
  let [told, wanted] = [0, 0]
  let telling: Promise<void> | undefined
  const run = async (): Promise<void> => {
    try {
      while (told < wanted) {
        told = wanted
        await database.transaction(async (sql) => tell(sql, await reportRepository(sql).progress(hold, told)))
      }
    } finally {
      telling = undefined
    }
  }
  return {
    reach(percent: number): void {
      const reached = Math.round(percent)
      if (reached <= wanted) return
      wanted = reached
      // How far it is may stay untold: what became of it decides.
      telling ??= run().catch(() => {})
    },
    settled: async (): Promise<void> => telling,
  }
}

/**
 * Makes a report that waits, or whose worker is gone. The bytes are stored only by who still holds it, and while its
 * weekend is there. One that fails is tried again, `MOST_ATTEMPTS` times in all.
 */
export const makeReport = ({ database, log, collect, draw }: Dependencies) => {
  const giveUp = (hold: Hold, words: string): Promise<void> =>
    database.transaction(async (sql) => tell(sql, await reportRepository(sql).fail(hold, words)))

  const store = (hold: Hold, weekendId: number, { bytes: content, pages }: DrawnReport): Promise<void> =>
    database.transaction(async (sql) => {
      const reports = reportRepository(sql)
      const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', weekendKey(weekendId))
      if (isDeleted) return
      const report = await reports.finish(hold, { pages, content })
      await reports.trim(weekendId)
      await tell(sql, report)
    })

  const make = async (hold: Hold & { report: Report }): Promise<void> => {
    const { weekendId } = hold.report
    const progress = progressOf(database, hold)
    progress.reach(5)
    try {
      const figures = await collect(weekendId)
      if (!figures) throw new Error('the weekend is gone')
      progress.reach(COLLECTED)
      const drawn = await draw(figures, (part) => progress.reach(COLLECTED + part * (DRAWN - COLLECTED)))
      await progress.settled()
      await store(hold, weekendId, drawn)
    } finally {
      await progress.settled()
    }
  }

  return async (id: number): Promise<void> => {
    const hold = await reportRepository(database).claim(id)
    if (!hold) return
    if (hold.attempt > MAX_ATTEMPTS) return giveUp(hold, LOST_WORDS)
    const heard = runPeriodically(
      RENEW_MS,
      log,
      'holding a report',
      async () => void (await reportRepository(database).renew(hold)),
    )
    const startedAt = performance.now()
    try {
      await make(hold)
      log.info({ report: id, ms: Math.round(performance.now() - startedAt) }, 'a report was made')
    } catch (error) {
      const isLast = hold.attempt >= MAX_ATTEMPTS
      log.warn({ err: error, report: id, attempt: hold.attempt, isLast }, 'a report could not be made')
      if (isLast) await giveUp(hold, failureWords(error))
      else await database.transaction(async (sql) => tell(sql, await reportRepository(sql).release(hold)))
    } finally {
      await heard.stop()
    }
  }
}
