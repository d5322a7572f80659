import { ActionIcon, Badge, Flex, Text } from '@mantine/core'
import { IconMaximize, IconX } from '@tabler/icons-react'
import { Icon } from '../../../ui/base/icon.tsx'
import { formatDuration, formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { SpoilerDelay, useSpoilerDelay } from '../../session/spoiler-delay.tsx'
import type { RunningSession } from '../api/running-session.ts'
import classes from './timing-head.module.css'

/** The spoiler delay, if the fan has one. */
const Behind = () => {
  const delay = useSpoilerDelay()
  if (delay === 0) return null
  return (
    <>
      {' '}
      <span className={classes.wide}>This page runs </span>
      {formatDuration(delay)} behind the track
      <span className={classes.wide}>, so it doesn’t spoil your broadcast</span>.
    </>
  )
}

type Props = {
  session: RunningSession
  zone: TimeZoneOption
  isFull: boolean
  /** Enters or leaves full-screen mode. */
  onSwitch(): void
}

/** Name of the session, when its tips closed, and the spoiler delay. */
export const TimingHead = ({ session: { race, timing, isPaused }, zone, isFull, onSwitch }: Props) => {
  const closedAt = race.deadline !== null && race.deadline < timing.startedAt ? race.deadline : timing.startedAt
  const label = isFull ? 'Exit full screen' : 'Full screen'
  return (
    <div className={classes.head}>
      <div className={classes.title}>
        <div className={classes.name}>
          <h2>
            {race.name} · {race.category}
          </h2>
          {isPaused ? (
            <Badge variant="yellow">Timing paused</Badge>
          ) : timing.hasEnded ? (
            <Badge variant="ink">Ended</Badge>
          ) : (
            <Badge variant="running" className={classes.wide}>
              Running
            </Badge>
          )}
        </div>
        <Text size="xs" c="dimmed" mt={{ base: 6, sm: 2 }} pr={{ base: 36, sm: 0 }}>
          Tips closed at {formatTime(closedAt, zone)}.
          <Behind />
        </Text>
      </div>
      <Flex align="center" gap={12} mt={{ base: 12, sm: 0 }}>
        <SpoilerDelay className={classes.delay} />
        <ActionIcon className={classes.switch} aria-label={label} title={label} onClick={onSwitch}>
          <Icon icon={isFull ? IconX : IconMaximize} />
        </ActionIcon>
      </Flex>
    </div>
  )
}
