import type { Report } from '@purple-sector/contracts/admin/reports'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconDownload } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatDate, formatTime, plural } from '../../../../ui/time/format.ts'
import { fileOf, ofWeekend, sizeOf } from '../api/reports.ts'
import classes from './reports.module.css'

/** All stored reports of a weekend, newest first. */
export const EarlierReports = ({ weekend, reports }: { weekend: Weekend; reports: readonly Report[] }) => {
  const zone = { timeZone: weekend.timeZone }
  const { done } = ofWeekend(reports, weekend.id)
  return (
    <Panel title={`Reports of ${weekend.name}`} flush>
      {done.length === 0 ? (
        <p className={classes.none}>No reports yet.</p>
      ) : (
        <ul className="ps-lined" aria-label={`Reports of ${weekend.name}`}>
          {done.map((report) => (
            <li key={report.id}>
              <a className={classes.earlier} href={fileOf(report)} download={report.filename}>
                <span className="ps-fill">
                  {formatDate(report.createdAt, zone)}, {formatTime(report.createdAt, zone)}
                </span>
                <span className="ps-num ps-muted">{plural(report.pages ?? 0, 'page')}</span>
                <span className="ps-num ps-muted">{sizeOf(report.bytes ?? 0)}</span>
                <Icon icon={IconDownload} size={16} />
                <span className="ps-hidden">Download</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.none}>We keep a weekend’s latest five reports.</p>
    </Panel>
  )
}
