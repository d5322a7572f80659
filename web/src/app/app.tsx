import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { userQuery } from '../features/session/user-query.ts'
import { Mast } from '../ui/mast.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorState } from '../ui/state.tsx'
import { ToastHost } from '../ui/toast-host.tsx'
import { isAppPath } from './router.tsx'
import { SignedOutGuard } from './signed-out-guard.tsx'

// Asked for at once: who is signed in and what they will see come side by side.
const shell = import('./shell/shell.tsx')
const Shell = lazy(async () => ({ default: (await shell).Shell }))
const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))
const LandingPage = lazy(async () => ({
  default: (await import('../features/landing/landing-page.tsx')).LandingPage,
}))

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
