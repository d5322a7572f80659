import { Badge, Box, Flex, Skeleton, Stack, Text } from '@mantine/core'
import type { RaceProgress } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { countSegments, Segments, shareSegments } from '../../../ui/racing/segments.tsx'
import { formatAway, formatDayTime, formatGain } from '../../../ui/time/format.ts'
import { LEADERBOARD_POLL_MS } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { RACE_STATE_LABELS, raceState } from '../../weekend-data/api/race-state.ts'
import { raceProgressQuery } from '../api/group-standings-queries.ts'
import type { GroupOfWeekend } from '../api/waiting.ts'

/** Maximum number of segments: one per member up to this, above it scaled down. */
const MAX_SEGMENTS = 20

const participation = (tipped: number, participants: number) =>
  participants <= MAX_SEGMENTS
    ? countSegments(tipped, participants, { done: 'ink' })
    : shareSegments((tipped / participants) * 100, 'ink', MAX_SEGMENTS)

type Performers = NonNullable<RaceProgress['topPerformers']>

const TopPerformers = ({ performers }: { performers: Performers }) => {
  const scorers = performers.filter(({ points }) => points !== 0)
  return (
    <Box w="100%" mt={6}>
      <h4 className="ps-label">Top Performers</h4>
      {scorers.length === 0 ? (
        <Text variant="note">No one scored.</Text>
      ) : (
        <Flex component="ol" wrap="wrap" gap="4px 16px" mt={4}>
          {scorers.map((member) => {
            const { points } = member
            // Members with equal points share a position.
            const position = points === null ? null : scorers.findIndex((other) => other.points === points) + 1
            return (
              <Flex
                component="li"
                key={member.userId}
                align="center"
                gap={8}
                w={{ base: '100%', sm: 'calc((100% - 32px) / 3)' }}
                mih={28}
              >
                <Position
                  position={position}
                  shared={scorers.some((other) => other !== member && other.points === points)}
                />
                <span className="ps-clip" dir="auto">
                  {entryName({ ...member, lastName: null })}
                </span>
                <Box component="span" className="ps-num ps-good" ml="auto">
                  {points === null ? '–' : formatGain(points)}
                </Box>
              </Flex>
            )
          })}
        </Flex>
      )}
    </Box>
  )
}

const formatRaceTime = ({ scheduledTime, completedAt }: RaceProgress, now: number): string | null => {
  const at = completedAt ?? scheduledTime
  return at === null ? null : formatAway(Date.parse(at), now)
}

const ROW = { align: 'center', px: { base: 16, sm: 20 }, py: { base: 12, sm: 10 } }

const RaceRow = ({
  race,
  known: currentRace,
  now,
  timeZone,
}: {
  race: RaceProgress
  known: Race | undefined
  now: number
  timeZone: string | undefined
}) => {
  const { name, tipped, participants, scheduledTime, topPerformers } = race
  const { scheduledStart = scheduledTime, resultStatus = null } = currentRace ?? {}
  const { tone, label } = RACE_STATE_LABELS[raceState({ status: race.status, scheduledStart, resultStatus }, now)]
  const words = `${tipped} of ${participants} tipped`
  return (
    <li>
      <Flex wrap="wrap" gap="4px 16px" mih={60} {...ROW}>
        <Stack className="ps-fill" gap={2}>
          <Flex component="span" align="center" gap={8}>
            <Text component="h3" inherit fw={560} className="ps-clip">
              {name}
            </Text>
            <Badge variant={tone}>{label}</Badge>
          </Flex>
          {/* Tipping learns a new name later than the service that owns the race. */}
          <Text span size="xs" c="var(--ps-ink-3)" className="ps-wrap">
            {currentRace?.category ?? race.category}
          </Text>
        </Stack>
        <Text
          span
          size="xs"
          c="dimmed"
          flex="none"
          title={scheduledTime ? formatDayTime(scheduledTime, { timeZone }) : undefined}
        >
          {formatRaceTime(race, now) ?? 'TBD'}
        </Text>
        <Stack gap={5} w={{ base: '100%', sm: 200 }}>
          <Segments wide values={participation(tipped, participants)} label={words} />
          <Text span size="xs" c="var(--ps-ink-3)" aria-hidden="true">
            {words}
          </Text>
        </Stack>
        {topPerformers && <TopPerformers performers={topPerformers} />}
      </Flex>
    </li>
  )
}

const Loading = () => (
  <div role="status" aria-busy aria-label="Loading the races...">
    {[1, 2, 3, 4, 5].map((row) => (
      <Flex key={row} h={72} {...ROW}>
        <Skeleton width="70%" />
      </Flex>
    ))}
  </div>
)

/** Each race that counts in the group: its progress, number of tips, and top scorer. */
export const ProgressTab = ({
  group,
  races,
  timeZone,
  isPast,
}: {
  group: GroupOfWeekend
  races: readonly Race[] | undefined
  timeZone: string | undefined
  isPast: boolean
}) => {
  const now = useServerNow(10_000)
  const progress = useQuery({
    ...raceProgressQuery(group.id, isPast ? group.weekendId : undefined),
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
  if (progress.isPending) return <Loading />
  if (!progress.data) return <QueryError order={3} title="Couldn’t load the races" query={progress} />
  if (progress.data.length === 0)
    return <EmptyState order={3} title="No races found for this group" text="No races count in this group yet." />
  return (
    <ul className="ps-lined">
      {progress.data.map((race) => (
        <RaceRow
          key={race.raceId}
          race={race}
          known={races?.find(({ id }) => id === race.raceId)}
          now={now}
          timeZone={timeZone}
        />
      ))}
    </ul>
  )
}
