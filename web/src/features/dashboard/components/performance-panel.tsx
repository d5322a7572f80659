import { Box, Flex, Skeleton, Stack, Text } from '@mantine/core'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { FormBars } from '../../../ui/racing/form-bars.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { formatNumber, plural } from '../../../ui/time/format.ts'
import { LEADERBOARD_POLL_MS, myStatsQuery, useLeaderboard } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { useOwnStanding } from '../../leaderboard-rows/api/use-own-standing.ts'

type Props = { weekendId: number; categories: number }

const AT_THE_TOP = { alignSelf: 'stretch' }
const BESIDE = { borderLeft: '1px solid var(--ps-line)' }

/** Position, points, tips, success rate and recent form of the fan in the open competition. */
export const PerformancePanel = ({ weekendId, categories }: Props) => {
  const poll = usePollWhileOffline(LEADERBOARD_POLL_MS.official)
  const stats = useQuery({ ...myStatsQuery(weekendId), refetchInterval: poll })
  const board = useLeaderboard(openCompetition(weekendId), 'official')
  const me = useOwnStanding(board.data ? [board.data] : [])
  if (stats.isPending)
    return (
      <Stack gap={16} p={16} role="status" aria-label="Loading your stats...">
        <Skeleton width={90} height={56} />
        <Skeleton width="60%" />
        <Skeleton width="80%" height={40} />
      </Stack>
    )
  if (stats.isError) return <QueryError order={3} title="Couldn’t load your stats" query={stats} />
  const { position, totalPoints, tipsSubmitted, successRate, recentForm } = stats.data
  if (tipsSubmitted === 0) return <EmptyState order={3} title="No stats available yet" />
  return (
    <>
      <Flex align="flex-end" gap={14} py={14} px={16}>
        <b className="ps-figure-xl">{position ?? '–'}</b>
        <Text component="div" size="sm" c="var(--ps-ink-3)" pb={2}>
          {me && <PositionChange places={me.positionChange} />}
          {board.data && <div>of {plural(board.data.total, 'fan')}</div>}
        </Text>
        <Box ml="auto" ta="right">
          <Text component="div" variant="label">
            Total points
          </Text>
          <div className="ps-figure-l">{formatNumber(totalPoints)}</div>
        </Box>
      </Flex>
      <Flex component="dl" className="ps-above">
        <Box flex="1" px={16} py={10}>
          <Text component="dt" variant="label">
            Tips submitted
          </Text>
          <Box component="dd" className="ps-figure-m" mt={2}>
            {tipsSubmitted}
            <Box component="small" className="ps-faint" fz={15}>
              {' '}
              / {categories}
            </Box>
          </Box>
        </Box>
        <Box flex="1" px={16} py={10} style={BESIDE}>
          <Text component="dt" variant="label">
            Success rate
          </Text>
          <Box component="dd" className="ps-figure-m" mt={2}>
            {successRate}
            <Box component="small" className="ps-faint" fz={15}>
              %
            </Box>
          </Box>
        </Box>
      </Flex>
      <Flex className="ps-above" align="flex-end" gap={12} mih={82} px={16} py={10}>
        <Text component="div" variant="label" flex="none" w={92} pt={2} style={AT_THE_TOP}>
          Recent form
        </Text>
        {recentForm.length > 0 ? (
          <Box flex="1">
            <FormBars points={recentForm} />
          </Box>
        ) : (
          <Text span size="sm" c="var(--ps-ink-3)" my="auto">
            No session scored yet
          </Text>
        )}
      </Flex>
    </>
  )
}
