import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import { collectReport } from './collect-report.ts'
import type { Render } from './make-report.ts'
import { renderInWorker } from './pdf/render-in-worker.ts'
import { REPORT_QUEUE } from './report-queue.ts'
import { reportRoutes } from './report-routes.ts'
import { startReports } from './start-reports.ts'

/** Composes reports of weekends: routes and worker. `render` makes the PDF. */
export const buildReports = (
  { database, calls, jobs, log }: Pick<Platform, 'database' | 'calls' | 'jobs' | 'log'>,
  render: Render = (report, onProgress) => renderInWorker(report, onProgress),
) => ({
  routes: reportRoutes({ database, calls, queue: jobs.queue(REPORT_QUEUE) }),
  task: (): BackgroundTask =>
    startReports({ database, jobs, log, collect: collectReport({ database, calls, log }), render }),
})
