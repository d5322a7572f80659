import { Box } from '@mantine/core'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { type ReactNode, useMemo } from 'react'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { useFollowSeason } from '../../leaderboard-rows/api/followed-season.ts'
import { useSeasonLeaderboard } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { seasonColumns } from '../../leaderboard-rows/api/rounds.ts'
import { WaitingList } from '../../leaderboard-rows/components/board-row.tsx'
import { RoundsLegend } from '../../leaderboard-rows/components/rounds-legend.tsx'
import { roundColumns, seasonLayout } from '../../leaderboard-rows/components/season-layout.tsx'
import { LeaderboardStates } from '../../leaderboards/leaderboard.tsx'
import { PageBoard } from '../../leaderboards/page-board.tsx'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'

const TITLE = 'Season Standings'

type Props = {
  scope: SeasonScope
  season: Season
  /** At the end of the header. */
  beside?: ReactNode
  /** How a fan gets on this board; shown while it is empty. */
  invitation: string
}

/** The leaderboard of a competition's season, which scrolls with its page. */
export const SeasonBoard = ({ scope, season, beside, invitation }: Props) => {
  useFollowSeason(scope.seasonId)
  const isPhone = useIsPhone()
  const { weekends } = useActiveWeekend()
  const query = useSeasonLeaderboard(scope)
  const first = query.data
  const columns = useMemo(() => seasonColumns(season, weekends, first ?? { entries: [] }), [season, weekends, first])
  return (
    <LeaderboardStates
      query={query}
      failed="Couldn’t load the season standings"
      order={2}
      loading={
        <Panel single flush title={TITLE}>
          <Box pt={{ base: 0, sm: 32 }}>
            <WaitingList layout={seasonLayout} rows={13} label="Loading the season standings..." />
          </Box>
        </Panel>
      }
      frameError={(error) => (
        <Panel single flush>
          {error}
        </Panel>
      )}
      empty={
        <Panel single flush title={TITLE}>
          <EmptyState order={3} title="No participants yet" text={invitation} />
        </Panel>
      }
    >
      {(page) => (
        <>
          <div style={roundColumns(columns)}>
            <PageBoard
              key={isPhone ? 'phone' : 'desk'}
              scope={scope}
              title={TITLE}
              layout={seasonLayout}
              columns={columns}
              first={page}
              isPhone={isPhone}
              beside={beside}
            />
          </div>
          {columns.rounds.length > 0 && <RoundsLegend rules={season} columns={columns} />}
        </>
      )}
    </LeaderboardStates>
  )
}
