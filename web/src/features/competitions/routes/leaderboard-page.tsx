import { Badge } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { TabbedHead } from '../../../ui/controls/tabbed-head.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import { leaderboardQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { COUNT_POLL_MS, unreadQuery } from '../../notifications/api/notification-queries.ts'
import { productRacesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { LeaderboardTab } from '../components/leaderboard-tab.tsx'

type Content = ComponentType<{ weekend: Weekend }>

const later = <Name extends string>(load: () => Promise<Record<Name, Content>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

/** The tabs in order; `name` is the value in the URL. The leaderboard is part of the page's chunk. */
const TABS: readonly { name: string; label: string; Content: Content }[] = [
  { name: 'leaderboard', label: 'Leaderboard', Content: LeaderboardTab },
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

const Head = ({ weekend, active }: { weekend: Weekend; active: string }) => {
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
      text={`Current sector standings for ${bidiIsolate(weekend.name)}`}
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
  return (
    <>
      <Head weekend={weekend} active={name} />
      <Suspense
        fallback={
          <Panel single flush>
            <LoadingState title="Loading..." />
          </Panel>
        }
      >
        <Content weekend={weekend} />
      </Suspense>
    </>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [
  productRacesQuery(weekendId),
  leaderboardQuery(openCompetition(weekendId), 'official'),
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
