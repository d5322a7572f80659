import { Badge, Box, Button, Flex, Stack, Text } from '@mantine/core'
import type { Report } from '@purple-sector/contracts/admin/reports'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Segments, shareSegments } from '../../../../ui/racing/segments.tsx'
import type { BadgeVariant } from '../../../../ui/theme/surfaces.ts'
import { formatDate, formatTime, plural } from '../../../../ui/time/format.ts'
import { weekendDates } from '../../../weekend-data/api/weekend-labels.ts'
import { fileOf, ofWeekend, sizeOf, stepOf } from '../api/reports.ts'
import classes from './reports.module.css'

const STATUS: Partial<Record<Weekend['status'], { tone: BadgeVariant; label: string }>> = {
  live: { tone: 'live', label: 'Live' },
  completed: { tone: 'ink', label: 'Completed' },
}

const STEPS = 20

const EDGE = { '--edge': 'var(--ps-ink)' }
const BUTTON = { base: '1 1 0', sm: 'none' }

const Progress = ({ report }: { report: Report }) => (
  <Stack gap={5} maw={420} mt={9} role="status">
    <Segments
      wide
      height="low"
      values={shareSegments(report.progress, 'ink', STEPS)}
      label={`${report.progress}% done`}
    />
    <Text span variant="note">
      {stepOf(report)}… <b className="ps-num">{report.progress}%</b>
    </Text>
  </Stack>
)

const File = ({ report, timeZone }: { report: Report; timeZone: string }) => (
  <Flex component="p" className="ps-xs ps-faint" gap={6} mt={3}>
    <Icon icon={IconFileTypePdf} size={16} />
    <span className="ps-wrap">
      {report.filename} · {formatDate(report.createdAt, { timeZone })}, {formatTime(report.createdAt, { timeZone })}
      {report.pages !== null && ` · ${plural(report.pages, 'page')}`}
      {report.bytes !== null && ` · ${sizeOf(report.bytes)}`}
    </span>
  </Flex>
)

type Props = {
  weekend: Weekend
  /** Undefined while loading. */
  races: readonly Race[] | undefined
  reports: readonly Report[]
  isChosen: boolean
  /** Whether the request is in flight. */
  isRequesting: boolean
  onChoose(): void
  onGenerate(): void
}

/** A weekend with its latest report: download, progress, or generate button. */
export const ReportRow = ({ weekend, races, reports, isChosen, isRequesting, onChoose, onGenerate }: Props) => {
  const { name, status, timeZone } = weekend
  const { inFlight, done, failure } = ofWeekend(reports, weekend.id)
  const [latest] = done
  const completedCount = races?.filter((race) => race.status === 'completed').length
  const badge = STATUS[status]
  const sessionsText =
    races && `${status === 'live' ? 'So far: ' : ''}${completedCount} of ${plural(races.length, 'session')}`
  return (
    <Flex
      component="li"
      className={isChosen ? 'ps-edge' : undefined}
      style={EDGE}
      pos="relative"
      wrap="wrap"
      align="center"
      gap="10px 16px"
      mih={84}
      py={15}
      px={16}
      bg={isChosen ? 'var(--ps-raised)' : undefined}
    >
      <Box flex="1 1 260px" miw={0}>
        <Flex wrap="wrap" align="center" rowGap={4} columnGap={8}>
          <button type="button" className={classes.choose} aria-pressed={isChosen} onClick={onChoose}>
            {name}
          </button>
          {badge && <Badge variant={badge.tone}>{badge.label}</Badge>}
        </Flex>
        <Text size="sm" c="dimmed" mt={3}>
          {[weekendDates(weekend), sessionsText].filter(Boolean).join(' · ')}
        </Text>
        {inFlight ? <Progress report={inFlight} /> : latest && <File report={latest} timeZone={timeZone} />}
        {!inFlight && failure !== null && (
          <Text variant="note" c="var(--ps-red-ink)" maw="60ch" mt={3}>
            {failure}
          </Text>
        )}
      </Box>
      <Flex pos="relative" wrap="wrap" gap={10} w={{ base: '100%', sm: 'auto' }}>
        {latest && (
          <Button
            component="a"
            variant="outline"
            size="sm"
            flex={BUTTON}
            leftSection={<Icon icon={IconDownload} size={16} />}
            href={fileOf(latest)}
            download={latest.filename}
            aria-label={`Download the report of ${name}`}
          >
            Download
          </Button>
        )}
        <AsyncButton
          variant={status === 'live' ? 'filled' : 'outline'}
          size="sm"
          flex={BUTTON}
          loading={isRequesting || inFlight !== undefined}
          aria-label={`${latest ? 'Generate again' : 'Generate report'}: ${name}`}
          onClick={onGenerate}
        >
          {inFlight || isRequesting ? 'Generating...' : latest ? 'Generate again' : 'Generate report'}
        </AsyncButton>
      </Flex>
    </Flex>
  )
}
