import { Badge, Flex, Skeleton, Text } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
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
import classes from './progress-tab.module.css'

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
    <div className={classes.top}>
      <h4 className="ps-label">Top Performers</h4>
      {scorers.length === 0 ? (
        <Text variant="note">No one scored.</Text>
      ) : (
        <ol>
          {scorers.map((member) => {
            const { points } = member
            // Members with equal points share a position.
            const position = points === null ? null : scorers.findIndex((other) => other.points === points) + 1
            return (
              <li key={member.userId}>
                <Position
                  position={position}
                  shared={scorers.some((other) => other !== member && other.points === points)}
                />
                <span className="ps-clip" dir="auto">
                  {entryName({ ...member, lastName: null })}
                </span>
                <span className={classes.gain}>{points === null ? '–' : formatGain(points)}</span>
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}

const formatRaceTime = ({ scheduledTime, completedAt }: RaceProgress, now: number): string | null => {
  const at = completedAt ?? scheduledTime
  return at === null ? null : formatAway(Date.parse(at), now)
}

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
    <li className={classes.race}>
      <div className={classes.what}>
        <span className={classes.name}>
          <h3 className="ps-clip">{name}</h3>
          <Badge variant={tone}>{label}</Badge>
        </span>
        {/* Tipping learns a new name later than the service that owns the race. */}
        <Text span size="xs" c="var(--ps-ink-3)" className="ps-wrap">
          {currentRace?.category ?? race.category}
        </Text>
      </div>
      <span className={classes.when} title={scheduledTime ? formatDayTime(scheduledTime, { timeZone }) : undefined}>
        {formatRaceTime(race, now) ?? 'TBD'}
      </span>
      <div className={classes.share}>
        <Segments wide values={participation(tipped, participants)} label={words} />
        <span aria-hidden="true">{words}</span>
      </div>
      {topPerformers && <TopPerformers performers={topPerformers} />}
    </li>
  )
}

const Loading = () => (
  <div role="status" aria-busy aria-label="Loading the races...">
    {[1, 2, 3, 4, 5].map((row) => (
      <Flex key={row} className={classes.race} align="center" h={72}>
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
}: {
  group: Group
  races: readonly Race[] | undefined
  timeZone: string | undefined
}) => {
  const now = useServerNow(10_000)
  const progress = useQuery({
    ...raceProgressQuery(group.id),
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
