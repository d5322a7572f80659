import { Badge, Box, Flex, Text } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { formatDayTime, formatOwnTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { useZone } from '../../session/use-zone.ts'
import { currentEvent, nextRaceOf } from '../../weekend-data/api/current-event.ts'
import { RACE_STATE_LABELS, raceState } from '../../weekend-data/api/race-state.ts'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'
import { upcomingOf } from './upcoming.ts'
import classes from './weekend-panel.module.css'

const EventDetails = lazy(async () => ({ default: (await import('./event-details.tsx')).EventDetails }))

type Props = {
  weekend: Weekend
  races: readonly Race[]
  /** The race that is running by live timing, possibly before its status says so. */
  runningId?: number | undefined
}

/** Interval at which the states of the races are recomputed, in ms. */
const CHECK_INTERVAL_MS = 5_000

const STATUS = {
  live: <Badge variant="live">Live Event</Badge>,
  inactive: <Badge>Scheduled</Badge>,
  completed: <Badge variant="ink">Completed</Badge>,
}

type MarkProps = { race: Race; isOn: boolean; isNext: boolean; now: number }

const Mark = ({ race, isOn, isNext, now }: MarkProps) => {
  const state = raceState(race, now)
  // Started by the clock; its status does not say running yet.
  if (state === 'upcoming' && isOn) return <Badge variant="live">On now</Badge>
  if (state === 'upcoming') return isNext ? <Badge variant="yellow">Next</Badge> : null
  const { label, tone } = RACE_STATE_LABELS[state]
  return <Badge variant={tone}>{label}</Badge>
}

/** When a race starts; a second zone has a line of its own. */
const Start = ({ at, zone }: { at: string | null; zone: TimeZoneOption }) => {
  if (at === null) return <span className="ps-data ps-muted">TBD</span>
  const own = formatOwnTime(at, zone)
  return (
    <span className="ps-data ps-muted">
      {formatDayTime(at, { timeZone: zone.timeZone })}
      {own !== '' && <small className={classes.own}>{own}</small>}
    </span>
  )
}

/** Summary of the weekend with its upcoming races. */
export const WeekendPanel = ({ weekend, races: latestRaces, runningId }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const zone = useZone(weekend.timeZone)
  const now = useServerNow(CHECK_INTERVAL_MS)
  const races = latestRaces.map(
    (race): Race => (race.id === runningId && race.status === 'upcoming' ? { ...race, status: 'running' } : race),
  )
  const { listedRaces, more } = upcomingOf(races, now)
  const next = nextRaceOf(races, now)
  const event = currentEvent(races, now)
  const venueAndDates = [weekend.venue, weekendDates(weekend)].filter(Boolean).join(' · ')
  return (
    <>
      <Flex
        component="button"
        type="button"
        className={join('ps-below', classes.head)}
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        align="center"
        gap={12}
        w="100%"
        px={16}
        pt={13}
        pb={14}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      >
        <Box component="span" flex={{ base: '1 1 100%', sm: '1 1 0' }} miw={0}>
          <Flex component="span" wrap="wrap" align="center" gap={8}>
            <Box component="b" className="ps-h2 ps-wrap" miw={0}>
              {weekend.name}
            </Box>
            {STATUS[weekend.status]}
          </Flex>
          <Text span size="sm" c="dimmed" className="ps-wrap" display="block" mt={3}>
            {venueAndDates}
          </Text>
        </Box>
        <Box component="span" className="ps-way" flex="none">
          Event details <Icon icon={IconChevronRight} size={16} />
        </Box>
      </Flex>
      {listedRaces.length > 0 ? (
        <ul className={join(classes.schedule, 'ps-lined', zone.ownZone !== undefined && classes.both)}>
          {listedRaces.map((race) => (
            <li key={race.id}>
              <Start at={race.scheduledStart} zone={zone} />
              <span className={classes.what}>
                <b className="ps-clip">{race.name}</b>
                <span className="ps-clip ps-note ps-faint">{race.category}</span>
              </span>
              <Mark
                race={race}
                isOn={event?.isOn === true && event.race.id === race.id}
                isNext={race.id === next?.id}
                now={now}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          order={3}
          title="No races ahead"
          text={races.length > 0 ? 'No sessions left this weekend.' : 'Sessions haven’t been added yet.'}
        />
      )}
      {more > 0 && (
        <Box className="ps-above ps-faint" py={9} px={16} fz={13}>
          ... and {more} more races
        </Box>
      )}
      {isOpen && (
        <Suspense>
          <EventDetails weekend={weekend} races={races} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
