import type { Report } from '@purple-sector/contracts/admin/reports'

export const isUnderWay = ({ state }: Pick<Report, 'state'>): boolean => state === 'waiting' || state === 'running'

/** The list with what was told of a report, newest first; what is over never goes on again. */
export const withReport = (reports: readonly Report[], told: Report): Report[] => {
  const known = reports.find(({ id }) => id === told.id)
  if (known && !isUnderWay(known)) return [...reports]
  const others = reports.filter(({ id }) => id !== told.id)
  return [...others, told].toSorted((one, other) => other.id - one.id)
}

/** What a weekend's row says of its reports: the one under way, and those to download, newest first. */
export const ofWeekend = (reports: readonly Report[], weekendId: number) => {
  const own = reports.filter((report) => report.weekendId === weekendId)
  const [latest] = own
  return {
    inFlight: own.find(isUnderWay),
    done: own.filter(({ state }) => state === 'done'),
    /** Of the latest, where it came to nothing. */
    failure: latest?.state === 'failed' ? latest.error : null,
  }
}

export const fileOf = ({ id }: Pick<Report, 'id'>): string => `/api/admin/reports/${id}/file`

/** `312 kB`, `1.2 MB`. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** What is being done at so much per cent. */
export const stepOf = ({ state, progress }: Pick<Report, 'state' | 'progress'>): string => {
  if (state === 'waiting') return 'Waiting to start'
  if (progress < 20) return 'Reading the figures'
  return progress < 95 ? 'Making the pages' : 'Saving the file'
}
