import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { useFollowSeason } from '../../leaderboard-rows/api/followed-season.ts'
import type { BoardPage } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { useSeasonLeaderboard } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { type SeasonColumns, seasonColumns } from '../../leaderboard-rows/api/rounds.ts'
import { BoardList, positionWidth } from '../../leaderboard-rows/components/board-list.tsx'
import { WaitingList } from '../../leaderboard-rows/components/board-row.tsx'
import { roundColumns, seasonLayout } from '../../leaderboard-rows/components/season-layout.tsx'
import { LeaderboardStates } from '../../leaderboards/leaderboard.tsx'
import { seasonsQuery } from '../../weekend-data/api/season-queries.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'

/** Row heights of the stylesheet, in px. */
const HEIGHTS = { desk: 44, phone: 52 }
const BARS = { top: 0, bottom: 0 }

type RowsProps = {
  scope: SeasonScope
  first: BoardPage<SeasonEntry>
  columns: SeasonColumns
  scroller: HTMLDivElement | null
  height: number
}

const Rows = ({ scope, first, columns, scroller, height }: RowsProps) => {
  const rows = useVirtualizer({
    count: first.total,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 6,
    useFlushSync: false,
  })
  return (
    <div style={{ ...roundColumns(columns), ...positionWidth(first.total) }}>
      <BoardList
        scope={scope}
        label="Season"
        layout={seasonLayout}
        first={first}
        count={first.total}
        height={height}
        bars={BARS}
        columns={columns}
        rows={rows}
        onFind={(index) => scroller?.scrollTo({ top: index * height - scroller.clientHeight / 2 })}
      />
    </div>
  )
}

type Props = {
  seasonId: number
  groupId: number
  /** The scroll container; null before it is mounted. */
  scroller: HTMLDivElement | null
}

/** The season standings of a group: all its members, round by round. */
export const SeasonTab = ({ seasonId, groupId, scroller }: Props) => {
  useFollowSeason(seasonId)
  const isPhone = useIsPhone()
  const scope = useMemo((): SeasonScope => ({ seasonId, groupId }), [seasonId, groupId])
  const season = useQuery(seasonsQuery).data?.find(({ id }) => id === seasonId)
  const weekends = useQuery(weekendsQuery).data
  const query = useSeasonLeaderboard(scope)
  const first = query.data
  const columns = useMemo(
    () => season && seasonColumns(season, weekends ?? [], first ?? { entries: [] }),
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
          <Rows
            key={isPhone ? 'phone' : 'desk'}
            scope={scope}
            first={page}
            columns={columns}
            scroller={scroller}
            height={isPhone ? HEIGHTS.phone : HEIGHTS.desk}
          />
        ) : (
          loading
        )
      }
    </LeaderboardStates>
  )
}
