import { ActionIcon, Badge, Box, Flex, Text, Title } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconDownload, IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { formatDayTime, plural } from '../../../../ui/time/format.ts'
import { useDownloadErrors, useUploadReport } from './upload-mutations.ts'
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
    <Box mb={{ base: 0, sm: 16 }}>
      <Panel single flush>
        <Box h={2} bg={skipped > 0 ? 'var(--ps-yellow)' : 'var(--ps-green)'} />
        <Flex
          className="ps-muted"
          align={{ base: 'flex-start', sm: 'center' }}
          gap={12}
          py={14}
          pl={16}
          pr={{ base: 4, sm: 12 }}
        >
          <Icon icon={IconFileSpreadsheet} size={22} />
          <Flex
            direction={{ base: 'column', sm: 'row' }}
            align={{ base: 'stretch', sm: 'center' }}
            flex={1}
            miw={0}
            gap={12}
          >
            <Box flex={{ sm: 1 }} miw={0} c="var(--ps-ink)">
              <Flex align="center" wrap="wrap" rowGap={4} columnGap={8}>
                <Title order={2} size="h3">
                  Upload Complete
                </Title>
                {skipped > 0 && <Badge variant="yellow">{plural(skipped, 'row')} skipped</Badge>}
              </Flex>
              <Text size="sm" c="dimmed" className="ps-wrap">
                {[file, ...sheetsOf(results), formatDayTime(at, weekend)].join(' · ')}
              </Text>
            </Box>
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
          </Flex>
          <ActionIcon aria-label="Dismiss" title="Dismiss" onClick={dismiss}>
            <Icon icon={IconX} />
          </ActionIcon>
        </Flex>
        <UploadResult reply={reply} />
      </Panel>
    </Box>
  )
}
