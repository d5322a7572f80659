import { Flex, Text } from '@mantine/core'
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
        <Text variant="note" py={12} px={16}>
          No reports yet.
        </Text>
      ) : (
        <ul className="ps-lined" aria-label={`Reports of ${weekend.name}`}>
          {done.map((report) => (
            <li key={report.id}>
              <Flex
                component="a"
                className={classes.earlier}
                align="center"
                gap={14}
                mih={44}
                px={16}
                fz={13}
                lh="18px"
                href={fileOf(report)}
                download={report.filename}
              >
                <span className="ps-fill">
                  {formatDate(report.createdAt, zone)}, {formatTime(report.createdAt, zone)}
                </span>
                <span className="ps-num ps-muted">{plural(report.pages ?? 0, 'page')}</span>
                <span className="ps-num ps-muted">{sizeOf(report.bytes ?? 0)}</span>
                <Icon icon={IconDownload} size={16} />
                <span className="ps-hidden">Download</span>
              </Flex>
            </li>
          ))}
        </ul>
      )}
      <Text variant="note" py={12} px={16}>
        We keep a weekend’s latest five reports.
      </Text>
    </Panel>
  )
}
