import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useLive, usePollWhileOffline } from '../../lib/live.ts'
import { QueryError } from '../../lib/query-error.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { Panel, Wall } from '../../ui/wall.tsx'
import { Board } from '../leaderboard/board.tsx'
import { everybody } from '../leaderboard/board-keys.ts'
import { BOARD_POLL_MS, boardPageQuery } from '../leaderboard/leaderboard-queries.ts'
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

const WeekendBoard = ({ weekend }: { weekend: Weekend }) => {
  const user = useUser()
  const isPhone = useIsPhone()
  const { isLive } = useLive()
  // Its first rows come with every message: it is asked for once, and again only where somebody looks at the rest.
  const first = useQuery({
    ...boardPageQuery(everybody(weekend.id)),
    enabled: ({ state }) => state.data === undefined || !isLive,
    refetchInterval: usePollWhileOffline(BOARD_POLL_MS),
  })
  const races = useQuery(racesQuery(weekend.id))
  const productRaces = useQuery(productRacesQuery(weekend.id))
  const me = first.data?.entries.find(({ userId }) => userId === user?.id)
  const isCelebrating = useCelebration(weekend.id, first.data && podiumPlace(me))
  if (first.isPending) return <BoardSkeleton />
  if (!first.data)
    return (
      <Panel single flush className={classes.main}>
        <QueryError title="Standings did not load" query={first} />
      </Panel>
    )
  return (
    <>
      {first.data.total === 0 ? (
        <Panel
          single
          flush
          title="All Sector Participants"
          beside={<Badge tone="plain">0 racers</Badge>}
          className={classes.main}
        >
          <EmptyState order={3} title="No participants yet" text="Whoever hands in a tip stands on the board." />
        </Panel>
      ) : (
        <Board
          key={isPhone ? 'phone' : 'desk'}
          className={classes.main}
          weekend={weekend}
          userId={user?.id ?? ''}
          first={first.data}
          races={races.data}
          productRaces={productRaces.data}
          isPhone={isPhone}
        />
      )}
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

/** The standings of everybody, and of the fan's groups. */
export const LeaderboardTab = ({ weekend }: { weekend: Weekend }) => (
  <div className={classes.layout}>
    <WeekendBoard weekend={weekend} />
    <MyGroupCompetitions weekend={weekend} className={classes.groups} />
  </div>
)
