import type { Report } from '@purple-sector/contracts/admin/reports'
import type { QueryClient } from '@tanstack/react-query'
import { patchPart, refetchSoon } from '../../../../client/realtime/cache-updates.ts'
import { reportsKey } from './report-keys.ts'
import { isUnderWay, withReport } from './reports.ts'

/** Applies the progress of a report that any administrator requested. */
export const applyReport = (client: QueryClient, report: Report): void => {
  patchPart<Report[]>(client, reportsKey, (reports) => reports && withReport(reports, report))
  // An older report may have been deleted.
  if (!isUnderWay(report)) refetchSoon(client, reportsKey)
}
