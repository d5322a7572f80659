import { Box, Flex } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useServerNow } from '../../lib/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime, formatWeekday, type Zone } from '../../ui/format.ts'
import classes from './next-race-card.module.css'

const DAY_MINUTES = 1440

const away = (minutes: number): string => {
  if (minutes < 60) return `in ${minutes} min`
  return minutes < DAY_MINUTES ? `in ${Math.round(minutes / 60)} h` : `in ${Math.round(minutes / DAY_MINUTES)} days`
}

/** The ninth card: what starts next. */
export const NextRaceCard = ({ race, zone }: { race: Race | null; zone: Zone }) => {
  const now = useServerNow(10_000)
  const start = race?.scheduledStart
  if (!race || !start)
    return (
      <article className={classes.card}>
        <span className="ps-label">Next Race</span>
        <p className={classes.none}>No session with a time is ahead.</p>
      </article>
    )
  const minutes = Math.max(0, Math.ceil((Date.parse(start) - now) / 60_000))
  const [clock, half] = formatTime(start, zone).split(' ')
  return (
    <article className={classes.card}>
      <Flex align="center" justify="space-between">
        <span className="ps-label">Next Race</span>
        <Badge tone={minutes <= 120 ? 'yellow' : 'plain'}>{away(minutes)}</Badge>
      </Flex>
      <div className={classes.time}>
        <b>{clock}</b>
        <Box component="span" className="ps-muted" fz={13}>
          {half}, {formatWeekday(start, zone)}
        </Box>
      </div>
      <div>
        <Box fw={550}>{race.name}</Box>
        <div className={classes.category}>{race.category}</div>
      </div>
    </article>
  )
}
