import { ActionIcon, Badge, Flex, Text, Title } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconDownload, IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { join } from '../../../../ui/base/join.ts'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatDayTime, plural } from '../../../../ui/time/format.ts'
import { useDownloadErrors, useUploadReport } from './upload-mutations.ts'
import classes from './upload-result.module.css'
import { UploadResult } from './upload-result.tsx'
import { sheetsOf, skippedRows } from './upload-rows.ts'

/** Result of the weekend's last upload, until dismissed. */
export const UploadReport = ({ weekend }: { weekend: Weekend }) => {
  const { report, dismiss } = useUploadReport(weekend)
  const errors = useDownloadErrors()
  if (!report) return null
  const { file, at, reply } = report
  const { results } = reply
  const skipped = skippedRows(results)
  return (
    <Panel single flush className={join(classes.panel, skipped > 0 && classes.skipped)}>
      <div className={classes.top}>
        <Icon icon={IconFileSpreadsheet} size={22} />
        <div className="ps-fill">
          <Flex align="center" wrap="wrap" rowGap={4} columnGap={8}>
            <Title order={2} size="h3">
              Upload Complete
            </Title>
            {skipped > 0 && <Badge variant="yellow">{plural(skipped, 'row')} skipped</Badge>}
          </Flex>
          <Text size="sm" c="dimmed" className="ps-wrap">
            {[file, ...sheetsOf(results), formatDayTime(at, weekend)].join(' · ')}
          </Text>
        </div>
        {skipped > 0 && (
          <AsyncButton
            variant="outline"
            size="sm"
            leftSection={<Icon icon={IconDownload} size={16} />}
            loading={errors.isPending}
            onClick={() => errors.mutate(report)}
          >
            Errors as .xlsx
          </AsyncButton>
        )}
        <ActionIcon aria-label="Dismiss" title="Dismiss" onClick={dismiss}>
          <Icon icon={IconX} />
        </ActionIcon>
      </div>
      <UploadResult reply={reply} />
    </Panel>
  )
}
