import { Box, Flex, Text, Title } from '@mantine/core'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { serverNow, useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Countdown } from '../../../ui/racing/countdown.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { formatDayTime, formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { isLockedAt } from '../../tipping/api/tip-card-state.ts'
import { describeTipsClose, type TipsClose, tipsClose } from '../../tipping/api/tips-close.ts'
import { currentEvent } from '../../weekend-data/api/current-event.ts'
import { isOver } from '../../weekend-data/api/race-state.ts'
import classes from './next-event-panel.module.css'

type Props = {
  races: readonly Race[]
  /** Undefined while loading. */
  productRaces: readonly Race[] | undefined
  tips: readonly Tip[] | undefined
  zone: TimeZoneOption
}

const describeUntil = (displayed: Race, { id, deadline }: Race, zone: TimeZoneOption, now: number): string => {
  if (deadline === null) return ''
  // The panel's heading has the deadline in both zones.
  const short = { timeZone: zone.timeZone }
  return ` until ${id === displayed.id ? formatTime(deadline, short) : formatDayTime(deadline, short, now)}`
}

const YourTip = ({
  race,
  tip,
  closes,
  zone,
  now,
}: {
  race: Race
  tip: Tip | undefined
  closes: TipsClose | undefined
  zone: TimeZoneOption
  now: number
}) => {
  const isNever = closes?.kind === 'never-open'
  return (
    <Flex
      className={classes.tip}
      direction={{ base: 'row', sm: 'column' }}
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      align={{ base: 'center', sm: 'flex-start' }}
      columnGap={12}
      pos={{ base: 'static', sm: 'absolute' }}
      top={8}
      right={0}
      w={{ base: 'auto', sm: 260 }}
      pt={{ base: 12, sm: 0 }}
      pl={{ base: 0, sm: 24 }}
    >
      <Text component="div" variant="label" w="100%">
        Your tip
      </Text>
      <Flex flex={{ base: '1 1 150px', sm: 'none' }} align="center" gap={12} w="100%" miw={0} mt={8}>
        <Plate number={tip?.car.plate} size="lg" />
        <Box miw={0}>
          <Box className="ps-clip" fz={15} fw={550} lh="20px">
            {tip?.car.driver ?? (isNever ? 'Nothing to tip' : 'No tip yet')}
          </Box>
          <Text component="div" size="xs" c="dimmed" truncate>
            {tip?.car.team ?? (isNever && 'No points in this category')}
          </Text>
        </Box>
      </Flex>
      {closes?.kind === 'open' && (
        <Box component={Link} className="ps-way" mt={{ base: 8, sm: 10 }} to="/tipping">
          {tip ? 'Change it' : 'Tip'}
          {describeUntil(race, closes.race, zone, now)} <Icon icon={IconArrowRight} size={16} />
        </Box>
      )}
    </Flex>
  )
}

/** The running or next event with its countdown, and the fan's tips for it. */
export const NextEventPanel = ({ races, productRaces, tips, zone }: Props) => {
  const now = useServerNow()
  const event = currentEvent(races, now)
  if (!event) {
    const running = races.find(({ status }) => status === 'running')
    if (running)
      return (
        <EmptyState title="Nothing else scheduled" text={`${running.name}, ${running.category}, is still running.`} />
      )
    const isComplete = races.length > 0 && races.every((race) => isOver(race, now))
    return isComplete ? (
      <EmptyState title="That’s a wrap" text="Nothing scheduled." />
    ) : (
      <EmptyState title="Nothing scheduled" text="Session times to come." />
    )
  }
  const { race, isOn } = event
  const start = race.scheduledStart
  const tip = tips?.find(({ category, groupId }) => groupId === null && category === race.category)
  const closes = productRaces && tipsClose(race, productRaces, now)
  const starts =
    !start || (isOn && Date.parse(start) > now)
      ? 'Running'
      : `${isOn ? 'Started' : 'Starts'} ${formatDayTime(start, zone, now)}`
  return (
    <Flex
      direction="column"
      pos="relative"
      gap={{ base: 8, sm: 12 }}
      px={{ base: 16, sm: 24 }}
      pt={{ base: 11, sm: 18 }}
      pb={{ base: 16, sm: 20 }}
    >
      <div>
        <Text component="div" variant="label">
          {isOn ? 'On now' : 'Next event'}
        </Text>
        <Title
          order={2}
          className="ps-wrap"
          mt={{ base: 9, sm: 5 }}
          fz={{ base: 17, sm: 20 }}
          lh={{ base: '21px', sm: '24px' }}
        >
          {race.name} · {race.category}
        </Title>
        <Text size="sm" c="dimmed" mt={2}>
          {[starts, closes && describeTipsClose(race, closes, zone, now)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Flex className={classes.row} direction="column" gap={14} pos={{ base: 'static', sm: 'relative' }} mih={118}>
        <Countdown
          className={classes.countdown}
          to={start ?? now}
          isOn={isOn}
          haveTipsClosed={isLockedAt(race, now)}
          now={serverNow}
          zoneLabels={['Open', 'Under 24 h', 'Under 2 h', 'Last 30 min']}
        />
        <YourTip race={race} tip={tip} closes={closes} zone={zone} now={now} />
      </Flex>
    </Flex>
  )
}
