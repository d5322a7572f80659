import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLive, usePollWhileOffline } from '../../lib/live.ts'
import { pageCachedAt } from '../../lib/offline-pages.ts'
import { QueryError } from '../../lib/query-error.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, LoadingState } from '../../ui/state.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { Panel, Wall } from '../../ui/wall.tsx'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from '../leaderboard/api/leaderboard-queries.ts'
import { openCompetition } from '../leaderboard/api/scope.ts'
import { Board } from '../leaderboard/page/board.tsx'
import { useRunningSession } from '../live-timing/running-session.ts'
import { useUser } from '../session/user-query.ts'
import { productRacesQuery, racesQuery } from '../weekends/weekend-queries.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { podiumPlace } from './celebration.ts'
import { CompetitionStats, PicksLegend } from './competition-stats.tsx'
import { Confetti } from './confetti.tsx'
import classes from './leaderboard-tab.module.css'
import { MyGroupCompetitions } from './my-group-competitions.tsx'
import { TopThree } from './top-three.tsx'
import { useCelebration } from './use-celebration.ts'

const ProjectedPanel = lazy(async () => ({
  default: (await import('../live-timing/projected-panel.tsx')).ProjectedPanel,
}))

const KINDS = [
  { value: 'official', label: 'Official' },
  { value: 'standing', label: 'As it stands' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** The official leaderboard; while a session runs, the fan may switch to the projected one, which replaces it. */
const MainBoard = ({ weekend, children }: { weekend: Weekend; children: ReactNode }) => {
  const races = useQuery(racesQuery(weekend.id))
  const session = useRunningSession(weekend.id, races.data ?? [])
  const [kind, choose] = useState<Kind>('official')
  const race = session && !session.isPaused ? session.race : null
  return (
    <div className={classes.main}>
      {race && (
        <Segmented label="Board" options={KINDS} value={kind} onChange={choose} full className={classes.kinds} />
      )}
      {race && kind === 'standing' ? (
        <Panel single flush>
          <Suspense fallback={<LoadingState order={3} title="Loading the board as it stands..." />}>
            <ProjectedPanel race={race} rows={20} isOnLeaderboard />
          </Suspense>
        </Panel>
      ) : (
        children
      )}
    </div>
  )
}

const WeekendBoard = ({ weekend }: { weekend: Weekend }) => {
  const user = useUser()
  const isPhone = useIsPhone()
  const { isLive } = useLive()
  // Frames carry the first rows: the page is fetched once, and again only while the user views later rows.
  const first = useQuery({
    ...leaderboardQuery(openCompetition(weekend.id), 'official'),
    enabled: ({ state }) => state.data === undefined || !isLive,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
  const races = useQuery(racesQuery(weekend.id))
  const productRaces = useQuery(productRacesQuery(weekend.id))
  const me = first.data?.entries.find(({ userId }) => userId === user?.id)
  // A place from a cached page may be outdated: only one from the network is celebrated.
  const isFromNetwork = first.data !== undefined && first.dataUpdatedAt !== pageCachedAt()
  const isCelebrating = useCelebration(weekend.id, isFromNetwork ? podiumPlace(me) : undefined)
  if (first.isPending) return <BoardSkeleton />
  if (!first.data)
    return (
      <Panel single flush className={classes.main}>
        <QueryError title="Couldn’t load the standings" query={first} />
      </Panel>
    )
  return (
    <>
      <MainBoard weekend={weekend}>
        {first.data.total === 0 ? (
          <Panel single flush title="All Sector Participants" beside={<Badge tone="plain">0 racers</Badge>}>
            <EmptyState order={3} title="No participants yet" text="Submit a tip and you’re on the board." />
          </Panel>
        ) : (
          <Board
            key={isPhone ? 'phone' : 'desk'}
            weekend={weekend}
            userId={user?.id ?? ''}
            first={first.data}
            races={races.data}
            productRaces={productRaces.data}
            isPhone={isPhone}
          />
        )}
      </MainBoard>
      <Wall columns={1} className={classes.side}>
        <Panel span={1} title="Top 3" flush>
          <TopThree board={first.data} isRising={isCelebrating} />
        </Panel>
        <Panel span={1} title="Competition Stats" flush>
          <CompetitionStats board={first.data} races={races.data} />
        </Panel>
        <Panel span={1} flush>
          <PicksLegend />
        </Panel>
      </Wall>
      {isCelebrating && <Confetti />}
    </>
  )
}

/** The standings of the open competition and of the fan's groups. */
export const LeaderboardTab = ({ weekend }: { weekend: Weekend }) => (
  <div className={classes.layout}>
    <WeekendBoard weekend={weekend} />
    <MyGroupCompetitions weekend={weekend} className={classes.groups} />
  </div>
)
