import { Badge, Box, Flex, Skeleton } from '@mantine/core'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { progressOf } from '../../features/weekend-data/api/race-state.ts'
import { weekendDates } from '../../features/weekend-data/api/weekend-labels.ts'
import { racesQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../features/weekend-data/components/active-weekend.tsx'
import { Icon } from '../../ui/base/icon.tsx'
import { countSegments, Segments } from '../../ui/racing/segments.tsx'
import { plural } from '../../ui/time/format.ts'
import { WeekendSelectBar } from './weekend-select.tsx'

const EXPANDED = { fontStretch: '114%', fontVariantNumeric: 'normal' }

const RacesDone = ({ weekendId, isLive }: { weekendId: number; isLive: boolean }) => {
  const { data: races = [] } = useQuery(racesQuery(weekendId))
  const { done, running, of } = progressOf(races)
  if (of === 0) return null
  const text = `${done} of ${plural(of, 'session')}`
  return (
    <Flex component="span" className="ps-faint" align="center" flex="none" gap={10} ml="auto" fz={12} visibleFrom="md">
      <span aria-hidden="true">{text}</span>
      <Segments
        values={countSegments(done, of, { running: isLive ? Math.max(running, 1) : running })}
        label={`${text} completed`}
      />
    </Flex>
  )
}

/** The weekend that the page is about. On a phone it is also the selector. */
export const WeekendBanner = () => {
  const { weekend, isPending, error } = useActiveWeekend()
  if (!weekend)
    return (
      <Box className="ps-below" bg={{ base: 'var(--ps-panel)', sm: 'var(--ps-bg)' }}>
        <Flex className="ps-bound ps-muted" align="center" h={{ base: 57, sm: 51 }} px={{ base: 16, sm: 32 }}>
          {isPending ? <Skeleton width={240} height={20} /> : error ? null : 'No race weekends available'}
        </Flex>
      </Box>
    )
  return (
    <>
      <WeekendSelectBar />
      <Box component="section" className="ps-below" bg="var(--ps-bg)" visibleFrom="sm" aria-label="Race weekend">
        <Flex className="ps-bound" align="center" gap={18} h={52}>
          <Box
            component="span"
            className="ps-clip"
            ff="var(--ps-font-display)"
            fz={19}
            fw={700}
            lh="24px"
            lts="-0.01em"
            style={EXPANDED}
          >
            {weekend.name}
          </Box>
          {weekend.status === 'live' && <Badge variant="live">LIVE EVENT</Badge>}
          {weekend.venue && (
            <Flex component="span" align="center" gap={6} miw={0} c="dimmed" fz="sm">
              <Icon icon={IconMapPin} size={16} className="ps-faint" />
              <span className="ps-clip">{weekend.venue}</span>
            </Flex>
          )}
          <Flex component="span" align="center" gap={6} flex="none" c="dimmed" fz="sm">
            <Icon icon={IconCalendarEvent} size={16} className="ps-faint" />
            {weekendDates(weekend)}
          </Flex>
          <RacesDone weekendId={weekend.id} isLive={weekend.status === 'live'} />
        </Flex>
      </Box>
    </>
  )
}
