import { Badge, Button } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { TabbedHead } from '../../../ui/controls/tabbed-head.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import { CompareProvider } from '../../compare/compare-provider.tsx'
import { leaderboardQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { COUNT_POLL_MS, unreadQuery } from '../../notifications/api/notification-queries.ts'
import { hasRounds, seasonsQuery, useSeason } from '../../weekend-data/api/season-queries.ts'
import { productRacesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { LeaderboardTab, SeasonStandings } from '../components/leaderboard-tab.tsx'
import { SEASON_VIEW, SeasonSwitch } from '../components/season-switch.tsx'

type Content = ComponentType<{ weekend: Weekend; shown: ShownSeason }>

const later = <Name extends string>(load: () => Promise<Record<Name, Content>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

/** The season of the URL, else that of the weekend, else the current one; and whether its standings are shown. */
const useShownSeason = (weekend: Weekend) => {
  const [search] = useSearchParams()
  const isSeason = search.get('view') === SEASON_VIEW
  return { isSeason, ...useSeason((isSeason && Number(search.get('season'))) || weekend.seasonId) }
}

type ShownSeason = ReturnType<typeof useShownSeason>

/** The standings of the weekend, or with `view=season` in the URL those of a season. */
const Standings: Content = ({ weekend, shown: { season, failed, isSeason } }) => {
  if (season && hasRounds(season))
    return (
      <>
        <SeasonSwitch seasonId={season.id} isSeason={isSeason} />
        {isSeason ? <SeasonStandings key={season.id} season={season} /> : <LeaderboardTab weekend={weekend} />}
      </>
    )
  if (!isSeason) return <LeaderboardTab weekend={weekend} />
  return (
    <Panel single flush>
      {failed ? (
        <QueryError title="Couldn’t load the season" query={failed} />
      ) : season === undefined ? (
        <LoadingState title="Loading the season..." />
      ) : (
        <EmptyState
          title={season ? 'No rounds yet' : 'No season yet'}
          text="The standings show here once a season has its race weekends."
          action={
            <Button component={Link} to="/leaderboard" variant="outline" size="sm">
              Weekend standings
            </Button>
          }
        />
      )}
    </Panel>
  )
}

/** The tabs in order; `name` is the value in the URL. The leaderboard is part of the page's chunk. */
const TABS: readonly { name: string; label: string; Content: Content }[] = [
  { name: 'leaderboard', label: 'Leaderboard', Content: Standings },
  {
    name: 'engagement',
    label: 'Engagement',
    Content: later(() => import('../../engagement/routes/engagement-tab.tsx'), 'EngagementTab'),
  },
  {
    name: 'notifications',
    label: 'Notifications',
    Content: later(() => import('../../notifications/routes/notifications-tab.tsx'), 'NotificationsTab'),
  },
]

const TITLE = 'Interactive Leaderboard'

const addressOf = (name: string): string => `?tab=${name}`

const ConnectionBadge = () => {
  const { isLive, lostAt } = useLive()
  // Nothing during the first connection attempt, so that no state flashes while the app starts.
  if (!isLive && lostAt === null) return null
  return (
    <Badge variant={isLive ? 'green' : 'yellow'} data-dot>
      {isLive ? 'LIVE' : 'OFFLINE'}
    </Badge>
  )
}

/** The line under the heading. */
const standingsLine = (weekend: Weekend, { season, isSeason }: ShownSeason, active: string): string =>
  isSeason && season && active === TABS[0]?.name
    ? `Season standings for ${bidiIsolate(season.name)}`
    : `Current sector standings for ${bidiIsolate(weekend.name)}`

type HeadProps = { weekend: Weekend; shown: ShownSeason; active: string }

const Head = ({ weekend, shown, active }: HeadProps) => {
  const unread =
    useQuery({ ...unreadQuery(weekend.id), refetchInterval: usePollWhileOffline(COUNT_POLL_MS) }).data?.count ?? 0
  return (
    <TabbedHead
      title={TITLE}
      beside={
        <>
          <ConnectionBadge />
          {unread > 0 && (
            // On a phone the tab has the count.
            <Badge variant="ink" visibleFrom="sm">
              {formatNumber(unread)} unread
            </Badge>
          )}
        </>
      }
      text={standingsLine(weekend, shown, active)}
      label="Leaderboard"
      active={addressOf(active)}
      tabs={TABS.map(({ name, label }) => ({
        to: addressOf(name),
        label,
        ...(name === 'notifications' && unread > 0 && { count: unread, fresh: true }),
      }))}
    />
  )
}

const WeekendPage = ({ weekend }: { weekend: Weekend }) => {
  const [search] = useSearchParams()
  const { name, Content } = TABS.find((tab) => tab.name === search.get('tab')) ?? TABS[0]!
  // Read outside of the boundary, which is hydrated later: with a season that arrives meanwhile it would not match.
  const shown = useShownSeason(weekend)
  return (
    <>
      <Head weekend={weekend} shown={shown} active={name} />
      <Suspense
        fallback={
          <Panel single flush>
            <LoadingState title="Loading..." />
          </Panel>
        }
      >
        <CompareProvider>
          <Content weekend={weekend} shown={shown} />
        </CompareProvider>
      </Suspense>
    </>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [
  productRacesQuery(weekendId),
  leaderboardQuery(openCompetition(weekendId), 'official'),
  seasonsQuery,
]

/** Live standings of the active weekend, engagement, and the fan's notifications. */
export const LeaderboardPage = () => {
  const { weekend } = useActiveWeekend()
  return (
    <Page>
      {!weekend && <PageHead title={TITLE} />}
      <WithActiveWeekend loading={<LoadingState title="Loading the weekend..." />}>
        {(active) => <WeekendPage key={active.id} weekend={active} />}
      </WithActiveWeekend>
    </Page>
  )
}
