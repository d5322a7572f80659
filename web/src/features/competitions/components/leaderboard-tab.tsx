import { Badge, Box, Flex } from '@mantine/core'
import { openCompetition, openSeason } from '@purple-sector/contracts/tipping/scope'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { pageCachedAt } from '../../../client/browser/offline-pages.ts'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import type { BoardPage } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { useLeaderboard } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { useOwnStanding } from '../../leaderboard-rows/api/use-own-standing.ts'
import { Board } from '../../leaderboards/board.tsx'
import { Leaderboard } from '../../leaderboards/leaderboard.tsx'
import { ViewSwitch } from '../../leaderboards/view-switch.tsx'
import { useRunningSession } from '../../live-timing/api/running-session.ts'
import { productRacesQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { BoardSkeleton, SideSkeleton } from './board-skeleton.tsx'
import { podiumPlace } from './celebration.ts'
import { CompetitionStats, PicksLegend } from './competition-stats.tsx'
import { Confetti } from './confetti.tsx'
import classes from './leaderboard-tab.module.css'
import { MyGroupCompetitions } from './my-group-competitions.tsx'
import { TopThree } from './top-three.tsx'
import { useCelebration } from './use-celebration.ts'

const SeasonBoard = lazy(async () => ({
  default: (await import('../../seasons/components/season-board.tsx')).SeasonBoard,
}))
const ProjectedPanel = lazy(async () => ({
  default: (await import('../../live-timing/components/projected-panel.tsx')).ProjectedPanel,
}))

type MainBoardProps = {
  weekend: Weekend
  hasSwitch: boolean
  /** An element of the parent, so that it is not rendered again with every change of the running session. */
  official: ReactNode
}

/** The leaderboard; while a session runs, with a switch to the projected one of any competition. */
const MainBoard = ({ weekend, hasSwitch, official }: MainBoardProps) => {
  const races = useQuery(racesQuery(weekend.id))
  const session = useRunningSession(weekend.id, races.data ?? [])
  return (
    <Box miw={0}>
      <ViewSwitch
        race={hasSwitch && session && !session.isPaused ? session.race : null}
        mx={{ base: 16, sm: 0 }}
        mt={{ base: 8, sm: 0 }}
        mb={{ base: 8, sm: 16 }}
        projected={(race) => (
          <Panel single flush>
            <Suspense fallback={<LoadingState order={3} title="Loading the board as it stands..." />}>
              <ProjectedPanel race={race} rows={20} isOnLeaderboard />
            </Suspense>
          </Panel>
        )}
        official={official}
      />
    </Box>
  )
}

type SideProps = { board: BoardPage; races: readonly Race[] | undefined; isCelebrating: boolean }

const Side = ({ board, races, isCelebrating }: SideProps) => (
  <>
    <Panel span={1} title="Top 3" flush>
      <TopThree board={board} isRising={isCelebrating} />
    </Panel>
    <Panel span={1} title="Competition Stats" flush>
      <CompetitionStats board={board} races={races} />
    </Panel>
    <Panel span={1} flush>
      <PicksLegend />
    </Panel>
  </>
)

const WeekendBoard = ({ weekend }: { weekend: Weekend }) => {
  const isPhone = useIsPhone()
  const scope = useMemo(() => openCompetition(weekend.id), [weekend.id])
  const board = useLeaderboard(scope, 'official', { isFetchedOnce: true })
  const races = useQuery(racesQuery(weekend.id))
  const productRaces = useQuery(productRacesQuery(weekend.id))
  const me = useOwnStanding(board.data ? [board.data] : [])
  // A place from a cached page may be outdated: only one from the network is celebrated.
  const isFromNetwork = board.data !== undefined && board.dataUpdatedAt !== pageCachedAt()
  const isCelebrating = useCelebration(weekend.id, isFromNetwork ? podiumPlace(me) : undefined)
  const official = (
    <Leaderboard
      scope={scope}
      view="official"
      isFetchedOnce
      loading={<BoardSkeleton />}
      order={2}
      frameError={(error) => (
        <Panel single flush>
          {error}
        </Panel>
      )}
      empty={
        <Panel single flush title="All Sector Participants" adornment={<Badge variant="plain">0 racers</Badge>}>
          <EmptyState order={3} title="No participants yet" text="Submit a tip and you’re on the board." />
        </Panel>
      }
    >
      {(first) => (
        <Board
          key={isPhone ? 'phone' : 'desk'}
          scope={scope}
          weekend={weekend}
          first={first}
          races={races.data}
          productRaces={productRaces.data}
          isPhone={isPhone}
        />
      )}
    </Leaderboard>
  )
  return (
    <>
      <MainBoard weekend={weekend} hasSwitch={board.data !== undefined} official={official} />
      {(board.data || board.isPending) && (
        <PanelGrid columns={1} className={classes.side}>
          {board.data ? <Side board={board.data} races={races.data} isCelebrating={isCelebrating} /> : <SideSkeleton />}
        </PanelGrid>
      )}
      {isCelebrating && <Confetti />}
    </>
  )
}

/** The standings of the open competition over a season. */
export const SeasonStandings = ({ season }: { season: Season }) => {
  const scope = useMemo(() => openSeason(season.id), [season.id])
  return (
    <Suspense
      fallback={
        <Panel single flush>
          <LoadingState title="Loading the season standings..." />
        </Panel>
      }
    >
      <SeasonBoard
        scope={scope}
        season={season}
        invitation="Submit a sector tip in any round and you’re on the board."
      />
    </Suspense>
  )
}

/** The standings of the open competition and of the fan's groups. */
export const LeaderboardTab = ({ weekend }: { weekend: Weekend }) => (
  <Flex className={classes.layout} direction="column" gap={{ base: 8, sm: 16 }}>
    <WeekendBoard weekend={weekend} />
    <MyGroupCompetitions weekend={weekend} className={classes.groups} />
  </Flex>
)
