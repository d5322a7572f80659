import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { userQuery } from '../features/session/user-query.ts'
import { Mast } from '../ui/mast.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorState } from '../ui/state.tsx'
import { ToastHost } from '../ui/toast-host.tsx'
import { isAppPath } from './router.tsx'
import { Shell } from './shell/shell.tsx'
import { SignedOutGuard } from './signed-out-guard.tsx'

// Landing page and shell are in the first script: in files of their own they took turns on a slow line for longer than
// their few kilobytes take in it.
const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

const Screen = () => {
  const { pathname } = useLocation()
  const user = useQuery(userQuery)
  const wasSignedIn = useRef(false)
  const isSignedIn = user.data !== undefined && user.data !== null
  useEffect(() => {
    if (isSignedIn) wasSignedIn.current = true
  }, [isSignedIn])

  if (user.isPending) return <Mast />
  if (user.data === undefined)
    return (
      <>
        <Mast />
        <Page>
          <ErrorState
            title="Purple Sector did not load"
            message={user.error?.message}
            onRetry={() => void user.refetch()}
            retrying={user.isFetching}
          />
        </Page>
      </>
    )
  if (!isAppPath(pathname)) return <NotFound isSignedIn={isSignedIn} />
  if (isSignedIn) return <Shell />
  return pathname === '/' && !wasSignedIn.current ? <LandingPage /> : <SignedOutGuard />
}

/** What an address shows, by who asks: a page in its shell, the landing page, the way to sign in, or a 404. */
export const App = () => (
  <>
    <Suspense fallback={<Mast />}>
      <Screen />
    </Suspense>
    <ToastHost />
  </>
)
