import type { Report } from '@purple-sector/contracts/admin/reports'
import { useCallback, useEffect, useRef } from 'react'
import { notify } from '../../../../client/messages/notify.ts'
import { isUnderWay } from '../api/reports.ts'

/** Notifies the user of the outcome of reports that were requested here. */
export const useReportOutcomes = (reports: readonly Report[] | undefined) => {
  const requested = useRef(new Set<number>())
  useEffect(() => {
    for (const report of reports ?? []) {
      if (isUnderWay(report) || !requested.current.delete(report.id)) continue
      if (report.state === 'done') notify({ title: 'PDF report generated', message: report.filename })
      else notify({ title: 'PDF Generation Failed', message: report.error ?? 'Please try again.', kind: 'error' })
    }
  }, [reports])
  return useCallback((report: Report) => void requested.current.add(report.id), [])
}
