import type { Group } from '@purple-sector/contracts/groups/http'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { useFollowSeason } from '../../leaderboard-rows/api/followed-season.ts'
import { useSeasonLeaderboard } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { MAX_DIALOG_COLUMNS, seasonColumns } from '../../leaderboard-rows/api/rounds.ts'
import { WaitingList } from '../../leaderboard-rows/components/board-row.tsx'
import { RoundsLegend } from '../../leaderboard-rows/components/rounds-legend.tsx'
import { roundColumns, seasonLayout } from '../../leaderboard-rows/components/season-layout.tsx'
import { LeaderboardStates } from '../../leaderboards/leaderboard.tsx'
import { seasonsQuery } from '../../weekend-data/api/season-queries.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { DialogBoard } from './dialog-board.tsx'

/** Row heights of the stylesheet, in px. */
const HEIGHTS = { desk: 44, phone: 52 }
type Props = {
  seasonId: number
  group: Group
  /** The scroll container; null before it is mounted. */
  scroller: HTMLDivElement | null
}

/** The season standings of a group: all its members, round by round. */
export const SeasonTab = ({ seasonId, group, scroller }: Props) => {
  useFollowSeason(seasonId)
  const isPhone = useIsPhone()
  const scope = useMemo((): SeasonScope => ({ seasonId, groupId: group.id }), [seasonId, group.id])
  const season = useQuery(seasonsQuery).data?.find(({ id }) => id === seasonId)
  const weekends = useQuery(weekendsQuery).data
  const query = useSeasonLeaderboard(scope)
  const first = query.data
  const columns = useMemo(
    () => season && seasonColumns(season, weekends ?? [], first ?? { entries: [] }, MAX_DIALOG_COLUMNS),
    [season, weekends, first],
  )
  const loading = <WaitingList layout={seasonLayout} rows={8} label="Loading the season standings..." />
  return (
    <LeaderboardStates
      query={query}
      failed="Couldn’t load the season standings"
      order={3}
      loading={loading}
      empty={<EmptyState order={3} title="No participants yet" text="Every member of the group is on its board." />}
    >
      {(page) =>
        columns ? (
          <>
            <DialogBoard
              key={isPhone ? 'phone' : 'desk'}
              scope={scope}
              label="Season"
              layout={seasonLayout}
              columns={columns}
              first={page}
              height={isPhone ? HEIGHTS.phone : HEIGHTS.desk}
              scroller={scroller}
              style={roundColumns(columns)}
            />
            {columns.rounds.length > 0 && <RoundsLegend rules={group} columns={columns} />}
          </>
        ) : (
          loading
        )
      }
    </LeaderboardStates>
  )
}
