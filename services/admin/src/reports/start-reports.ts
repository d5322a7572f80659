import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { type Collect, makeReport, type Render } from './make-report.ts'
import { REPORT_QUEUE, reportJob, wakeReport } from './report-queue.ts'
import { REPORTS_DUE, reportRepository } from './report-repository.ts'

type Dependencies = { database: Database; jobs: Jobs; log: Logger; collect: Collect; render: Render }

const INTERVAL_MS = 2_000

/**
 * Makes reports when woken, one at a time in this process.
 * A job is only a wake-up: Postgres decides who claims the report. A sweep every two seconds wakes reports without a
 * job, or whose worker died.
 */
export const startReports = ({ database, jobs, log, collect, render }: Dependencies): BackgroundTask => {
  const make = makeReport({ database, log, collect, render })
  const worker = jobs.worker(REPORT_QUEUE, ({ data }) => make(reportJob.parse(data).id), { lockDuration: 30_000 })
  const queue = jobs.queue(REPORT_QUEUE)
  const sweep = runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'wake due reports',
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
