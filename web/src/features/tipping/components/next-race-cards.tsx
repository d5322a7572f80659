import { Badge, Box, Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { CSSProperties } from 'react'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { formatAway, formatOwnTime, formatTime, formatWeekday, type TimeZoneOption } from '../../../ui/time/format.ts'
import { racesAhead } from '../../weekend-data/api/current-event.ts'
import classes from './next-race-cards.module.css'

/** Columns of the grid on desktop and tablet (tipping-page.tsx). */
const COLUMNS = { desk: 3, tablet: 2 }

/** Returns the span of the `index`th of `count` cards in `room` free cells; 0 hides it. */
export const spanOf = (index: number, count: number, room: number): number => {
  if (index >= Math.min(count, room)) return 0
  return index === Math.min(count, room) - 1 ? room - index : 1
}

/** Returns the free cells of the last row, or of a new row when it is full. */
export const freeCells = (cards: number, columns: number): number => columns - (cards % columns)

type Spans = CSSProperties & Record<'--desk' | '--tablet', number>

type UpcomingProps = { race: Race; now: number; zone: TimeZoneOption; isLater: boolean }

const UpcomingRace = ({ race, now, zone, isLater }: UpcomingProps) => {
  const start = race.scheduledStart ?? ''
  const minutes = Math.max(0, Math.ceil((Date.parse(start) - now) / 60_000))
  const [clock, half] = formatTime(start, { timeZone: zone.timeZone }).split(' ')
  const own = formatOwnTime(start, zone)
  return (
    <>
      <Badge variant={minutes <= 120 ? 'yellow' : 'plain'} pos="absolute" top={13} right={16}>
        {formatAway(Math.max(now, Date.parse(start)), now)}
      </Badge>
      <div>
        <Text component="b" className="ps-figure-xl" fz={56} lh="52px" {...(isLater && { c: 'dimmed' })}>
          {clock}{' '}
          <Text component="small" inherit fz={28}>
            {half}
          </Text>
        </Text>
        <Box className="ps-muted" fz={13}>
          {[formatWeekday(start, zone, now), own].filter(Boolean).join(' · ')}
        </Box>
      </div>
      <div>
        <Box fw={550}>{race.name}</Box>
        <Text component="div" size="sm" c="dimmed">
          {race.category}
        </Text>
      </div>
    </>
  )
}

/** The next races, in as many cells as the last row of the grid has left. */
export const NextRaceCards = ({
  races,
  cards,
  zone,
}: {
  races: readonly Race[]
  cards: number
  zone: TimeZoneOption
}) => {
  const now = useServerNow(10_000)
  const room = { desk: freeCells(cards, COLUMNS.desk), tablet: freeCells(cards, COLUMNS.tablet) }
  const ahead = racesAhead(races, now).slice(0, Math.max(room.desk, room.tablet))
  const visible = ahead.length > 0 ? ahead : [undefined]
  return visible.map((race, index) => {
    const desk = spanOf(index, visible.length, room.desk)
    const tablet = spanOf(index, visible.length, room.tablet)
    const spans: Spans = { '--desk': desk, '--tablet': tablet }
    return (
      <Box
        component="article"
        key={race?.id ?? 'none'}
        className={classes.cell}
        display={{
          base: index > 0 ? 'none' : 'grid',
          sm: tablet > 0 ? 'grid' : 'none',
          lg: desk > 0 ? 'grid' : 'none',
        }}
        pos="relative"
        miw={0}
        pt={13}
        px={16}
        pb={14}
        // Not a category: the page's background, where the other cells are panels.
        bg="var(--ps-bg)"
        style={spans}
      >
        <span className="ps-label">{index === 0 ? 'Next Race' : 'Then'}</span>
        {race ? (
          <UpcomingRace race={race} now={now} zone={zone} isLater={index > 0} />
        ) : (
          <p className="ps-sm ps-muted">No more races scheduled.</p>
        )}
      </Box>
    )
  })
}
