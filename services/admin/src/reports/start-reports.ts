import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { type Collect, type Draw, makeReport } from './make-report.ts'
import { REPORT_QUEUE, reportJob, wakeReport } from './report-queue.ts'
import { REPORTS_DUE, reportRepository } from './report-repository.ts'

type Seams = { database: Database; jobs: Jobs; log: Logger; collect: Collect; draw: Draw }

const INTERVAL_MS = 2_000

/**
 * Makes reports when woken, one at a time in this process. The job is only a wake-up: whose report it is is settled in
 * Postgres. What nobody was woken for, or whose worker is gone, is woken for every two seconds.
 */
export const startReports = ({ database, jobs, log, collect, draw }: Seams): BackgroundTask => {
  const make = makeReport({ database, log, collect, draw })
  const worker = jobs.worker(REPORT_QUEUE, ({ data }) => make(reportJob.parse(data).id), { lockDuration: 30_000 })
  const queue = jobs.queue(REPORT_QUEUE)
  const sweep = runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'sweep of reports',
    ...REPORTS_DUE,
    async work() {
      for (const id of await reportRepository(database).due()) await wakeReport(queue, id)
    },
  })
  return {
    async stop() {
      await sweep.stop()
      await worker.stop()
    },
  }
}
