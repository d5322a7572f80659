import { Box, Skeleton, Stack } from '@mantine/core'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { plural } from '../../../ui/time/format.ts'
import { QuickShare } from '../../engagement/components/quick-share.tsx'
import { leaderboardQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { TopFive } from '../../leaderboards/top-five.tsx'
import { useRunningSession } from '../../live-timing/api/running-session.ts'
import { useFullScreen } from '../../live-timing/components/use-full-screen.ts'
import { SeasonCard } from '../../seasons/components/season-card.tsx'
import { useZone } from '../../session/use-zone.ts'
import { useUser } from '../../session/user-query.ts'
import { pointsOf } from '../../tipping/api/scoring-system.ts'
import { cardsOf } from '../../tipping/api/tip-card-state.ts'
import { tipsQuery } from '../../tipping/api/tip-queries.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { hasRounds, seasonsQuery, useSeason } from '../../weekend-data/api/season-queries.ts'
import { leaderboardTitle } from '../../weekend-data/api/weekend-labels.ts'
import { productRacesQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { NextEventPanel } from '../components/next-event-panel.tsx'
import { PerformancePanel } from '../components/performance-panel.tsx'
import { RulesPanel } from '../components/rules-panel.tsx'
import { WeekendPanel } from '../components/weekend-panel.tsx'

const Skeletons = ({ heights }: { heights: readonly number[] }) => (
  <Stack gap={18}>
    {heights.map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their index
      <Skeleton key={index} height={height} />
    ))}
  </Stack>
)

/** Skeleton of the panel grid in its final layout. */
const Loading = () => (
  <PanelGrid>
    <Panel span={8} flush>
      <Box mih={266}>
        <LoadingState title="Loading the weekend...">
          <Skeleton width="50%" height={92} />
          <Skeleton width="80%" />
        </LoadingState>
      </Box>
    </Panel>
    <Panel span={4} tablet={2}>
      <Skeletons heights={[14, 56, 20, 40]} />
    </Panel>
    <Panel span={5}>
      <Skeletons heights={[24, 20, 20, 20, 20, 20, 20]} />
    </Panel>
    <Panel span={4}>
      <Skeletons heights={[14, 32, 32, 32, 32, 32]} />
    </Panel>
    <Panel span={3} tablet={2}>
      <Skeletons heights={[14, 12, 12, 12, 12, 12]} />
    </Panel>
  </PanelGrid>
)

/** Replaces the countdown while a session runs; loaded with the first one. */
const LiveTiming = lazy(async () => ({
  default: (await import('../../live-timing/components/live-timing.tsx')).LiveTiming,
}))

const WeekendDashboard = ({ weekend }: { weekend: Weekend }) => {
  const races = useQuery(racesQuery(weekend.id))
  if (races.isError && !races.data)
    return (
      <Panel single flush>
        <QueryError title="Couldn’t load the weekend" query={races} />
      </Panel>
    )
  if (!races.data) return <Loading />
  return <Panels weekend={weekend} races={races.data} />
}

const Panels = ({ weekend, races }: { weekend: Weekend; races: readonly Race[] }) => {
  const user = useUser()
  const counting = useQuery(productRacesQuery(weekend.id))
  const tips = useQuery(tipsQuery(weekend.id))
  const board = useQuery(leaderboardQuery(openCompetition(weekend.id), 'official'))
  const categories = useCategories()
  const session = useRunningSession(weekend.id, races)
  const openFullScreen = useFullScreen()
  const { season } = useSeason(weekend.seasonId)
  const zone = useZone(weekend.timeZone)
  const cards = cardsOf(counting.data ?? [], tips.data ?? [], categories)
  const isLive = session !== null && session !== undefined
  const performance = (
    <Panel span={4} tablet={2} title="Your Performance" actions={<QuickShare weekend={weekend} />} flush>
      {user && <PerformancePanel weekendId={weekend.id} categories={cards.length} />}
    </Panel>
  )
  return (
    <>
      {isLive && (
        <Box mb={{ base: 8, sm: 16 }}>
          <Suspense fallback={<LoadingState title="Loading live timing..." />}>
            <LiveTiming session={session} weekend={weekend} onSwitch={openFullScreen} />
          </Suspense>
        </Box>
      )}
      <PanelGrid>
        {!isLive && (
          <>
            <Panel span={8} flush>
              <NextEventPanel races={races} productRaces={counting.data} tips={tips.data} zone={zone} />
            </Panel>
            {performance}
          </>
        )}
        {season && hasRounds(season) && <SeasonCard key={season.id} season={season} />}
        <Panel span={isLive ? 8 : 5} flush>
          <WeekendPanel weekend={weekend} races={races} runningId={session?.race.id} />
        </Panel>
        {isLive && performance}
        <Panel
          span={isLive ? 8 : 4}
          title={leaderboardTitle(weekend)}
          actions={board.data && board.data.total > 0 ? plural(board.data.total, 'fan') : undefined}
          flush
        >
          <TopFive scope={openCompetition(weekend.id)}>
            <Box p={16}>
              <Link className="ps-way" to="/leaderboard">
                Full leaderboard <Icon icon={IconArrowRight} size={16} />
              </Link>
            </Box>
          </TopFive>
        </Panel>
        <Panel span={isLive ? 4 : 3} tablet={2} title="Competition Rules">
          <RulesPanel
            mainName={categories.find(({ isMain }) => isMain)?.shortName}
            main={pointsOf(races, categories, true)}
            support={pointsOf(races, categories, false)}
          />
        </Panel>
      </PanelGrid>
    </>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [
  productRacesQuery(weekendId),
  tipsQuery(weekendId),
  leaderboardQuery(openCompetition(weekendId), 'official'),
  seasonsQuery,
]

/** The running or next event, the fan's figures, and the upcoming races. */
export const DashboardPage = () => (
  <Page>
    <PageHead title="Dashboard" className="ps-hidden" />
    <WithActiveWeekend
      loading={<Loading />}
      title="No Race Weekend"
      text="No race weekend is currently selected. Please select a weekend from the tabs above."
    >
      {(weekend) => <WeekendDashboard key={weekend.id} weekend={weekend} />}
    </WithActiveWeekend>
  </Page>
)
