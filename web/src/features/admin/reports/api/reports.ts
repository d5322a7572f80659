import type { Report } from '@purple-sector/contracts/admin/reports'

export const isUnderWay = ({ state }: Pick<Report, 'state'>): boolean => state === 'waiting' || state === 'running'

/** Adds or replaces a report, newest first; a finished one never becomes pending again. */
export const withReport = (reports: readonly Report[], update: Report): Report[] => {
  const knownReport = reports.find(({ id }) => id === update.id)
  if (knownReport && !isUnderWay(knownReport)) return [...reports]
  const otherReports = reports.filter(({ id }) => id !== update.id)
  return [...otherReports, update].toSorted((a, b) => b.id - a.id)
}

/** Returns the reports of a weekend: the pending one, and finished ones, newest first. */
export const ofWeekend = (reports: readonly Report[], weekendId: number) => {
  const weekendReports = reports.filter((report) => report.weekendId === weekendId)
  const [latest] = weekendReports
  return {
    inFlight: weekendReports.find(isUnderWay),
    done: weekendReports.filter(({ state }) => state === 'done'),
    /** The error of the latest report, if it failed. */
    failure: latest?.state === 'failed' ? latest.error : null,
  }
}

export const fileOf = ({ id }: Pick<Report, 'id'>): string => `/api/admin/reports/${id}/file`

/** Formats a size: `312 kB`, `1.2 MB`. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Describes the step of a pending report by its progress. */
export const stepOf = ({ state, progress }: Pick<Report, 'state' | 'progress'>): string => {
  if (state === 'waiting') return 'Waiting to start'
  if (progress < 20) return 'Reading the figures'
  return progress < 95 ? 'Making the pages' : 'Saving the file'
}
