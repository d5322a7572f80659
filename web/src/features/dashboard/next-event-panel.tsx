import { Box } from '@mantine/core'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconArrowRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { serverNow } from '../../lib/server-clock.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { formatDayTime, formatTime, formatZone, type Zone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { join } from '../../ui/join.ts'
import { Plate } from '../../ui/plate.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { nextRaceQuery } from '../weekends/weekend-queries.ts'
import classes from './next-event-panel.module.css'

type Props = { race: Race | null; tip: Tip | undefined; zone: Zone; weekendId: number }

const YourTip = ({ race, tip, zone }: { race: Race; tip: Tip | undefined; zone: Zone }) => {
  const until = race.deadline && !race.locked ? formatTime(race.deadline, zone) : undefined
  return (
    <div className={classes.tip}>
      <div className="ps-label">Your tip</div>
      <div className={classes.car}>
        <Plate number={tip?.car.number} size="lg" />
        <Box miw={0}>
          <Box className="ps-clip" fz={15} fw={550} lh="20px">
            {tip?.car.driver ?? 'No tip yet'}
          </Box>
          <div className="ps-clip ps-xs ps-muted">{tip?.car.team}</div>
        </Box>
      </div>
      {until && (
        <Box component={Link} className="ps-way" mt={{ base: 8, sm: 10 }} to="/tipping">
          {tip ? 'Change' : 'Tip'} until {until} <Icon icon={IconArrowRight} size={16} />
        </Box>
      )}
    </div>
  )
}

/** What starts next, how long that is, and what the fan has tipped for it. */
export const NextEventPanel = ({ race, tip, zone, weekendId }: Props) => {
  const client = useQueryClient()
  const start = race?.scheduledStart
  if (!race || !start)
    return <EmptyState title="No event ahead" text="No session with a time is still to come this weekend." />
  const closes = race.deadline ?? start
  return (
    <div className={classes.panel}>
      <div>
        <div className="ps-label">Next event</div>
        <h2 className={join('ps-wrap', classes.event)}>
          {race.name} · {race.category}
        </h2>
        <Box component="p" className="ps-sm ps-muted" mt={2}>
          Starts {formatDayTime(start, zone)} · tips close {formatTime(closes, zone)} {formatZone(closes, zone)}
        </Box>
      </div>
      <div className={classes.row}>
        <Countdown
          className={classes.countdown}
          to={start}
          now={serverNow}
          zoneLabels={['Open', 'Under 24 h', 'Under 2 h', 'Last 30 min']}
          onZone={(zoneNow) => {
            if (zoneNow === 'live') void client.invalidateQueries({ queryKey: nextRaceQuery(weekendId).queryKey })
          }}
        />
        <YourTip race={race} tip={tip} zone={zone} />
      </div>
    </div>
  )
}
