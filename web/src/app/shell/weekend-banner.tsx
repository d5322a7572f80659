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
import classes from './weekend-banner.module.css'
import { WeekendSelectBar } from './weekend-select.tsx'

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
      <div className={classes.none}>
        {isPending ? <Skeleton width={240} height={20} /> : error ? null : 'No race weekends available'}
      </div>
    )
  return (
    <>
      <WeekendSelectBar />
      <Box component="section" className={classes.banner} visibleFrom="sm" aria-label="Race weekend">
        <div className={classes.inner}>
          <span className={classes.name}>{weekend.name}</span>
          {weekend.status === 'live' && <Badge variant="live">LIVE EVENT</Badge>}
          {weekend.venue && (
            <span className={classes.fact}>
              <Icon icon={IconMapPin} size={16} />
              <span className="ps-clip">{weekend.venue}</span>
            </span>
          )}
          <span className={classes.dates}>
            <Icon icon={IconCalendarEvent} size={16} />
            {weekendDates(weekend)}
          </span>
          <RacesDone weekendId={weekend.id} isLive={weekend.status === 'live'} />
        </div>
      </Box>
    </>
  )
}
