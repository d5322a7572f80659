import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import { collectReport } from './collect-report.ts'
import type { Draw } from './make-report.ts'
import { drawInThread } from './pdf/render-in-worker.ts'
import { REPORT_QUEUE } from './report-queue.ts'
import { reportRoutes } from './report-routes.ts'
import { startReports } from './start-reports.ts'

/** Reports of weekends: their routes, and what makes them. `draw` is how they are drawn. */
export const buildReports = (
  { database, calls, jobs, log }: Pick<Platform, 'database' | 'calls' | 'jobs' | 'log'>,
  draw: Draw = (report, onProgress) => drawInThread(report, onProgress),
) => ({
  routes: reportRoutes({ database, calls, queue: jobs.queue(REPORT_QUEUE) }),
  task: (): BackgroundTask =>
    startReports({ database, jobs, log, collect: collectReport({ database, calls, log }), draw }),
})
