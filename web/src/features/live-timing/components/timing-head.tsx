import { ActionIcon, Badge, Box, Flex, Text, Title } from '@mantine/core'
import { IconMaximize, IconX } from '@tabler/icons-react'
import { Icon } from '../../../ui/base/icon.tsx'
import { formatDuration, formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { SpoilerDelay, useSpoilerDelay } from '../../session/spoiler-delay.tsx'
import type { RunningSession } from '../api/running-session.ts'

/** The spoiler delay, if the fan has one. */
const Behind = () => {
  const delay = useSpoilerDelay()
  if (delay === 0) return null
  return (
    <>
      {' '}
      <Box component="span" visibleFrom="sm">
        This page runs{' '}
      </Box>
      {formatDuration(delay)} behind the track
      <Box component="span" visibleFrom="sm">
        , so it doesn’t spoil your broadcast
      </Box>
      .
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
    <Flex
      pos="relative"
      direction={{ base: 'column', sm: 'row' }}
      wrap={{ base: 'nowrap', sm: 'wrap', lg: 'nowrap' }}
      align={{ base: 'stretch', sm: 'center' }}
      gap={{ base: 12, sm: '10px 24px' }}
      mih={60}
      px={16}
      py={{ base: 12, sm: 10 }}
    >
      <Box flex={{ base: 'none', sm: '1 0 100%', lg: '1 1 0' }} miw={0}>
        <Flex wrap="wrap" align="center" gap={8}>
          <Title order={2} className="ps-wrap" fz={{ base: 16, sm: 18 }} lh={{ base: '20px', sm: '22px' }}>
            {race.name} · {race.category}
          </Title>
          {isPaused ? (
            <Badge variant="yellow">Timing paused</Badge>
          ) : timing.hasEnded ? (
            <Badge variant="ink">Ended</Badge>
          ) : (
            <Badge variant="running" visibleFrom="sm">
              Running
            </Badge>
          )}
        </Flex>
        <Text size="xs" c="dimmed" mt={{ base: 6, sm: 2 }} pr={{ base: 36, sm: 0 }}>
          Tips closed at {formatTime(closedAt, zone)}.
          <Behind />
        </Text>
      </Box>
      <Flex display={{ base: 'block', sm: 'flex' }} align="center" gap={12}>
        <SpoilerDelay />
        {/* On a phone beside the second line, as the first has no room. */}
        <ActionIcon
          pos={{ base: 'absolute', sm: 'static' }}
          bottom={56}
          right={4}
          aria-label={label}
          title={label}
          onClick={onSwitch}
        >
          <Icon icon={isFull ? IconX : IconMaximize} />
        </ActionIcon>
      </Flex>
    </Flex>
  )
}
