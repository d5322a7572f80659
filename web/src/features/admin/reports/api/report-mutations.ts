import type { Report } from '@purple-sector/contracts/admin/reports'
import { api } from '../../../../client/api/api.ts'
import { useToastMutation } from '../../../../client/api/toast-mutation.ts'
import { reportsKey } from './report-keys.ts'
import { withReport } from './reports.ts'

/** Requests the report of a weekend; calls `onRequested` with the pending report. */
export const useGenerate = (onRequested: (report: Report) => void) =>
  useToastMutation<number, Report>({
    mutationFn: (weekendId) => api.post(`/api/admin/generate-pdf/${weekendId}`),
    failure: 'PDF Generation Failed',
    offline: 'We can’t reach the server. No report was started.',
    onDone: async (report, _, client) => {
      // A reply in flight may be older.
      await client.cancelQueries({ queryKey: reportsKey })
      onRequested(report)
      client.setQueryData<Report[]>(reportsKey, (reports) => reports && withReport(reports, report))
    },
    refresh: [{ queryKey: reportsKey }],
  })
