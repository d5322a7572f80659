import { Box, Flex, Stack } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { useServerNow } from '../../lib/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime, formatWeekday, type Zone } from '../../ui/format.ts'
import classes from './next-race-card.module.css'

const DAY_MINUTES = 1440

const away = (minutes: number): string => {
  if (minutes < 60) return `in ${minutes} min`
  return minutes < DAY_MINUTES ? `in ${Math.round(minutes / 60)} h` : `in ${Math.round(minutes / DAY_MINUTES)} days`
}

const Card = ({ children }: { children: ReactNode }) => (
  <Stack component="article" justify="space-between" gap={10} miw={0} pt={13} px={16} pb={14}>
    {children}
  </Stack>
)

/** The ninth card: what starts next. */
export const NextRaceCard = ({ race, zone }: { race: Race | null; zone: Zone }) => {
  const now = useServerNow(10_000)
  const start = race?.scheduledStart
  if (!race || !start)
    return (
      <Card>
        <span className="ps-label">Next Race</span>
        <p className="ps-sm ps-muted">No session with a time is ahead.</p>
      </Card>
    )
  const minutes = Math.max(0, Math.ceil((Date.parse(start) - now) / 60_000))
  const [clock, half] = formatTime(start, zone).split(' ')
  return (
    <Card>
      <Flex align="center" justify="space-between">
        <span className="ps-label">Next Race</span>
        <Badge tone={minutes <= 120 ? 'yellow' : 'plain'}>{away(minutes)}</Badge>
      </Flex>
      <Flex align="baseline" gap={10}>
        <b className={classes.clock}>{clock}</b>
        <Box component="span" className="ps-muted" fz={13}>
          {half}, {formatWeekday(start, zone)}
        </Box>
      </Flex>
      <div>
        <Box fw={550}>{race.name}</Box>
        <div className="ps-sm ps-muted">{race.category}</div>
      </div>
    </Card>
  )
}
