import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { cacheOpenPage, cachePagesOnLeave } from '../../client/browser/offline-pages.ts'
import { useLive } from '../../client/realtime/realtime-context.ts'
import { usePushMessages } from '../../features/notifications/components/use-push-messages.ts'
import { useFirstTimeZone } from '../../features/session/use-first-time-zone.ts'
import { useVerifiedToast } from '../../features/session/use-verified-toast.ts'
import { useUser } from '../../features/session/user-query.ts'
import { ActiveWeekendProvider } from '../../features/weekend-data/components/active-weekend.tsx'
import { Brand } from '../../ui/layout/brand.tsx'
import { Connection } from '../../ui/layout/connection.tsx'
import { Mast } from '../../ui/layout/mast.tsx'
import { RealtimeProvider } from '../realtime/realtime-provider.tsx'
import { AccessDenied } from '../routing/access-denied.tsx'
import { PageContent } from '../routing/page-content.tsx'
import { prefetchPages } from '../routing/prefetch-pages.ts'
import { type Audience, mayOpen, navigationFor, type Page } from '../routing/routes.ts'
import { useTitle } from '../routing/use-title.ts'
import { Bell } from './bell.tsx'
import { BottomBar, TabBar } from './navigation.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PageBoundary } from './page-boundary.tsx'
import classes from './shell.module.css'
import { Delayed, DelayMark } from './spoiler-delay.tsx'
import { StandingsLine } from './standings-line.tsx'
import { useSwipe } from './use-swipe.ts'
import { UserMenu } from './user-menu.tsx'
import { WeekendBanner } from './weekend-banner.tsx'
import { WeekendSelect } from './weekend-select.tsx'

const HIDDEN = { visibility: 'hidden' } as const
const WITHOUT_RING = { outline: 'none' }

const ConnectionState = () => {
  const { isLive, lostAt } = useLive()
  // The first attempt is shown as neither LIVE nor OFFLINE, so that nothing flashes while the app opens.
  const isConnecting = !isLive && lostAt === null
  return (
    <span style={isConnecting ? HIDDEN : undefined}>
      <Connection live={isLive} />
    </span>
  )
}

/** Scrolls a page that was opened by a link to its top and moves the keyboard focus there. */
const useScrollToTop = (title: string | undefined) => {
  const content = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useTitle(title)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (isBack) return
    window.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

const QUIET_MS = 1_000

/** Whether the page that was open at the start has loaded: on a slow line other requests would delay it. */
const usePageHasLoaded = (): boolean => {
  const client = useQueryClient()
  const [hasLoaded, become] = useState(false)
  useEffect(() => {
    const check = () => {
      if (client.isFetching() > 0) timer = setTimeout(check, QUIET_MS)
      // As a transition, so that a press meanwhile is not delayed.
      else startTransition(() => become(true))
    }
    let timer = setTimeout(check, QUIET_MS)
    return () => clearTimeout(timer)
  }, [client])
  return hasLoaded
}

const usePrefetchedPages = (audience: Audience, hasLoaded: boolean) => {
  useEffect(() => {
    if (hasLoaded)
      prefetchPages(audience).catch((error) => console.warn('The other pages are not fetched ahead', error))
  }, [audience, hasLoaded])
}

const useOfflinePages = (hasLoaded: boolean) => {
  useEffect(() => {
    if (!hasLoaded) return
    cacheOpenPage()
    return cachePagesOnLeave()
  }, [hasLoaded])
}

type ShellProps = { table: readonly Page[]; page: Page; audience: Audience }

const Frame = ({ table, page, audience }: ShellProps) => {
  const user = useUser()
  useVerifiedToast(user)
  usePushMessages()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const entries = navigationFor(table, audience)
  const index = entries.findIndex(({ pattern }) => pattern === page.pattern)
  const content = useScrollToTop(page.title)
  const hasLoaded = usePageHasLoaded()
  usePrefetchedPages(audience, hasLoaded)
  useFirstTimeZone(hasLoaded)
  useOfflinePages(hasLoaded)
  useSwipe(content, (swipe) => {
    const beside = index < 0 ? undefined : entries[index + (swipe === 'next' ? 1 : -1)]
    if (beside) void navigate(beside.pattern)
  })
  if (!user) return null
  const inside = (
    <Box
      id="page"
      ref={content}
      tabIndex={-1}
      mih="50vh"
      pb={{ base: 'env(safe-area-inset-bottom)', sm: 0 }}
      style={WITHOUT_RING}
    >
      <PageBoundary page={pathname}>
        <Delayed>
          {mayOpen(page, audience) ? (
            <PageContent page={page} />
          ) : (
            <AccessDenied nameInSentence={page.nameInSentence} />
          )}
        </Delayed>
      </PageBoundary>
    </Box>
  )
  if (page.isFullScreen)
    return (
      <>
        {inside}
        <OfflineNotice />
      </>
    )
  return (
    <>
      <Box
        component="a"
        href="#page"
        className={classes.skip}
        pos="fixed"
        top={8}
        left={8}
        px={12}
        py={8}
        bdrs="md"
        bg="var(--ps-ink)"
        c="var(--ps-bg)"
      >
        Skip to content
      </Box>
      <Mast
        brand={
          <Link to="/">
            <Brand />
          </Link>
        }
      >
        {!page.isStandalone && (
          <>
            <WeekendSelect />
            <ConnectionState />
          </>
        )}
        <DelayMark />
        <Bell hasLoaded={hasLoaded} />
        <UserMenu user={user} />
      </Mast>
      {!page.isStandalone && (
        <>
          <TabBar pages={entries} hasLoaded={hasLoaded} />
          <WeekendBanner />
          <StandingsLine />
        </>
      )}
      <DelayMark isLine />
      {inside}
      {!page.isStandalone && <BottomBar pages={entries} hasLoaded={hasLoaded} />}
      <OfflineNotice />
    </>
  )
}

/** Frame around the pages of a signed-in user: header, navigation, toasts of the connection. */
export const Shell = (props: ShellProps) => (
  <ActiveWeekendProvider>
    <RealtimeProvider>
      <Frame {...props} />
    </RealtimeProvider>
  </ActiveWeekendProvider>
)
