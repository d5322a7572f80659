import { Box, Skeleton } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { StatSkeletons } from '../../../ui/layout/stat-skeletons.tsx'
import { useFollowSeason } from '../../leaderboard-rows/api/followed-season.ts'
import { ownSeasonQuery, SEASON_POLL_MS } from '../../seasons/api/season-queries.ts'
import { roundsOf } from '../../seasons/api/season-rounds.ts'
import { ChancesPanel } from '../../seasons/components/chances-panel.tsx'
import { OwnRounds } from '../../seasons/components/own-rounds.tsx'
import { Standing } from '../../seasons/components/standing.tsx'
import { seasonsQuery } from '../../weekend-data/api/season-queries.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'

type Props = { group: Group; seasonId: number }

/** The member's own season in a group: standing, what they can still reach, and round by round. */
export const OwnSeasonTab = ({ group, seasonId }: Props) => {
  useFollowSeason(seasonId)
  const scope = useMemo((): SeasonScope => ({ seasonId, groupId: group.id }), [seasonId, group.id])
  const seasons = useQuery(seasonsQuery)
  const weekends = useQuery(weekendsQuery)
  const own = useQuery({ ...ownSeasonQuery(scope), refetchInterval: usePollWhileOffline(SEASON_POLL_MS) })
  const season = seasons.data?.find(({ id }) => id === seasonId)
  const rounds = useMemo(() => season && roundsOf(season, weekends.data ?? []), [season, weekends.data])
  const failed = [own, seasons, weekends].find(({ data, isError }) => isError && !data)
  if (failed) return <QueryError order={3} title="Couldn’t load your season" query={failed} />
  if (!own.data || !season || !rounds)
    return (
      <div role="status" aria-busy="true">
        <span className="ps-hidden">Loading your season...</span>
        <StatSkeletons columns={4} />
        <Box p={16}>
          <Skeleton width="60%" height={20} />
        </Box>
      </div>
    )
  const rules = { countBest: group.countBest, missedWeekend: group.missedWeekend ?? season.missedWeekend }
  return (
    <>
      <Standing scope={scope} own={own.data} rounds={rounds} columns={4} />
      <PanelGrid>
        <ChancesPanel
          order={3}
          span={12}
          scope={scope}
          own={own.data}
          unscheduled={undefined}
          jokers={own.data.jokersLeft}
          isOver={season.status === 'completed'}
        />
        <Panel order={3} title="Round by Round" flush>
          <OwnRounds rules={rules} rounds={rounds} own={own.data.weekends} />
        </Panel>
      </PanelGrid>
    </>
  )
}
