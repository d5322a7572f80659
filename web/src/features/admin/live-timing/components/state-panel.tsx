import { Badge, Box, Flex, Text, Title } from '@mantine/core'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { Stat, StatGrid } from '../../../../ui/layout/stat.tsx'
import { formatNumber, plural } from '../../../../ui/time/format.ts'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { allRacesQuery } from '../../base/api/admin-queries.ts'
import { usePause, useResume } from '../api/live-timing-mutations.ts'
import { delayOf, describeSource, KINDS } from './timing-labels.ts'

/** A weekend's name may be longer than a line. */
const WRAPPED = { whiteSpace: 'normal' } as const

/** The running race by name; also by weekend if that is not the selected one. */
const Running = ({ raceId }: { raceId: number | null }) => {
  const race = useQuery(allRacesQuery).data?.find(({ id }) => id === raceId)
  const { weekend, weekends } = useActiveWeekend()
  const other = race && race.weekendId !== weekend?.id && weekends.find(({ id }) => id === race.weekendId)
  const name = race && (other ? `${race.name}, ${other.name},` : race.name)
  return (
    <Badge
      variant="running"
      className="ps-wrap"
      style={WRAPPED}
      flex="0 1 auto"
      miw={0}
      h="auto"
      mih={20}
      py={2}
      lh="16px"
    >
      {name ? `${name} running` : 'Running'}
    </Badge>
  )
}

const Small = ({ children }: { children: ReactNode }) => (
  <Text component="small" fz={16} c="var(--ps-ink-3)">
    {children}
  </Text>
)

/** Number of connected clients, with the highest number since this page was opened; it is not stored. */
const Clients = ({ count }: { count: number | null }) => {
  const highest = useRef(0)
  highest.current = Math.max(highest.current, count ?? 0)
  const peak =
    highest.current > (count ?? 0)
      ? `peak while this page was open ${formatNumber(highest.current)}`
      : 'screens connected now'
  return (
    <Stat
      label="Clients"
      size="lg"
      value={count === null ? '–' : formatNumber(count)}
      note={count === null ? 'not known right now' : peak}
    />
  )
}

const FeedFigures = ({ timing, unknown }: { timing: NonNullable<TimingFeed['timing']>; unknown: number }) => {
  const delay = delayOf(timing)
  return (
    <>
      <Stat
        label="Cars in the feed"
        size="lg"
        value={formatNumber(timing.entries.length)}
        note={unknown === 0 ? 'all of them entered' : plural(unknown, 'unknown number')}
      />
      <Stat
        label="Lap"
        size="lg"
        value={
          <>
            {timing.lap}
            {timing.totalLaps !== null && <Small> / {timing.totalLaps}</Small>}
          </>
        }
        note={timing.hasEnded ? 'the session has ended' : 'of the leader'}
      />
      <Stat
        label="Delay of the feed"
        size="lg"
        value={
          delay === null ? (
            '–'
          ) : (
            <>
              {delay}
              <Small> s</Small>
            </>
          )
        }
        note={delay === null ? 'the source’s clock is ahead' : 'before spoiler delay'}
      />
    </>
  )
}

type Props = {
  status: LiveTimingStatus
  /** The race whose feed the figures describe. */
  watched?: Pick<Race, 'id' | 'name'> | undefined
  feed: TimingFeed | undefined
}

/** State, feed figures and viewers of live timing, and the pause button. */
export const StatePanel = ({ status, watched, feed }: Props) => {
  const now = useServerNow()
  const pause = usePause()
  const resume = useResume()
  const { isPaused, isRunning, clientCount, source, raceId } = status
  const timing = feed?.timing ?? null
  return (
    <Panel flush>
      <Flex className="ps-below" wrap="wrap" align="center" gap={10} py={18} px={16}>
        <Box flex={{ base: '1 0 100%', sm: '1 1 280px' }} miw={0}>
          <Flex wrap="wrap" align="center" gap="4px 12px" role="status">
            <Flex align="center" gap={14} c={isPaused ? 'var(--ps-yellow-ink)' : 'var(--ps-green-ink)'}>
              <Box component="span" w={10} h={10} bdrs="50%" bg="currentcolor" />
              <Title order={2} fz={26} lh="30px">
                {isPaused ? 'Paused' : 'Active'}
              </Title>
            </Flex>
            {isRunning && <Running raceId={raceId} />}
          </Flex>
          <Text size="sm" c="dimmed" className="ps-wrap">
            {describeSource(source, now)}
          </Text>
        </Box>
        <AsyncButton
          variant="outline"
          flex={{ base: 1, sm: 'none' }}
          leftSection={<Icon icon={IconPlayerPause} size={16} />}
          disabled={isPaused}
          loading={pause.isPending}
          onClick={() => pause.mutate()}
        >
          Pause
        </AsyncButton>
        <AsyncButton
          variant="outline"
          flex={{ base: 1, sm: 'none' }}
          leftSection={<Icon icon={IconPlayerPlay} size={16} />}
          disabled={!isPaused}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume
        </AsyncButton>
      </Flex>
      {timing && watched && watched.id !== raceId && (
        <Text variant="note" className="ps-below" py={8} px={16}>
          Figures of {watched.name}, which is not running:
        </Text>
      )}
      <StatGrid columns={timing ? 4 : 2}>
        <Clients count={clientCount} />
        {timing ? (
          <FeedFigures timing={timing} unknown={feed?.unknown.filter(({ carId }) => carId === null).length ?? 0} />
        ) : (
          <Stat
            label="Source"
            size="lg"
            value={source === null ? '–' : KINDS[source.kind].title}
            note={source === null ? 'none is set up' : (source.url ?? 'it sends to us')}
          />
        )}
      </StatGrid>
    </Panel>
  )
}
