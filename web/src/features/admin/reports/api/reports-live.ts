import type { Report } from '@purple-sector/contracts/admin/reports'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../../client/realtime/realtime-context.ts'
import { reportsKey } from './report-keys.ts'
import { isUnderWay, withReport } from './reports.ts'

/** Applies the progress of reports that any administrator requested. */
export const reportsLive = {
  onFrame(client, frame) {
    if (frame.type !== 'report_progress') return
    patchPart<Report[]>(client, reportsKey, (reports) => reports && withReport(reports, frame.data))
    // An older report may have been deleted.
    if (!isUnderWay(frame.data)) refetchSoon(client, reportsKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === reportsKey[0]),
} satisfies LiveFeature
