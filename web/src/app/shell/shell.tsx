import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Link, Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useUser } from '../../features/session/user-query.ts'
import { ActiveWeekendProvider } from '../../features/weekends/active-weekend.tsx'
import { useLive } from '../../lib/live.ts'
import { Brand } from '../../ui/brand.tsx'
import { Connection } from '../../ui/connection.tsx'
import { Mast } from '../../ui/mast.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingState } from '../../ui/state.tsx'
import { LiveProvider } from '../live.tsx'
import { pages, pagesFor } from '../router.tsx'
import { BottomBar, TabBar } from './navigation.tsx'
import { PageBoundary } from './page-boundary.tsx'
import classes from './shell.module.css'
import { StandingsLine } from './standings-line.tsx'
import { useSwipe } from './use-swipe.ts'
import { UserMenu } from './user-menu.tsx'
import { WeekendBanner } from './weekend-banner.tsx'
import { WeekendSelect } from './weekend-select.tsx'

const ConnectionState = () => {
  const { isLive, lostAt } = useLive()
  // The very first attempt is neither yet: nothing flashes while the app opens.
  const isConnecting = !isLive && lostAt === null
  return (
    <span className={isConnecting ? classes.connecting : undefined}>
      <Connection live={isLive} />
    </span>
  )
}

/** A page opened by a link begins at its top, and is where the keyboard goes on. */
const useFreshPage = (label: string | undefined) => {
  const content = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    document.title = label ? `${label} – Purple Sector` : 'Purple Sector'
  }, [label])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (isBack) return
    window.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

const QUIET_MS = 1_000

/** The scripts of the other pages, fetched while nothing else is to do: the next page is there at once. */
const usePreloadedPages = (isAdmin: boolean) => {
  const client = useQueryClient()
  useEffect(() => {
    const look = () => {
      // On a slow line they would keep what this page waits for waiting.
      if (client.isFetching() > 0) timer = setTimeout(look, QUIET_MS)
      else for (const { preload } of pagesFor({ isAdmin })) preload().catch(() => {})
    }
    let timer = setTimeout(look, QUIET_MS)
    return () => clearTimeout(timer)
  }, [client, isAdmin])
}

const Frame = () => {
  const user = useUser()
  const isAdmin = user?.isAdmin ?? false
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const shown = pagesFor({ isAdmin })
  const place = shown.findIndex(({ path }) => path === pathname)
  const content = useFreshPage(pages.find(({ path }) => path === pathname)?.label)
  usePreloadedPages(isAdmin)
  useSwipe(content, (swipe) => {
    const page = place < 0 ? undefined : shown[place + (swipe === 'next' ? 1 : -1)]
    if (page) void navigate(page.path)
  })
  if (!user) return null
  return (
    <>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <Mast
        brand={
          <Link to="/">
            <Brand />
          </Link>
        }
      >
        <WeekendSelect />
        <ConnectionState />
        <UserMenu user={user} />
      </Mast>
      <TabBar pages={shown} />
      <WeekendBanner />
      <StandingsLine />
      <div id="page" ref={content} tabIndex={-1} className={classes.page}>
        <PageBoundary page={pathname}>
          <Suspense
            fallback={
              <Page>
                <LoadingState title="Loading..." />
              </Page>
            }
          >
            <Routes>
              {pages.map(({ path, Component }) => (
                <Route key={path} path={path} element={<Component />} />
              ))}
            </Routes>
          </Suspense>
        </PageBoundary>
      </div>
      <BottomBar pages={shown} />
    </>
  )
}

/** Everything around the pages of somebody who is signed in. */
export const Shell = () => (
  <ActiveWeekendProvider>
    <LiveProvider>
      <Frame />
    </LiveProvider>
  </ActiveWeekendProvider>
)
