import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useTheme } from '../features/profile/theme/use-theme.ts'
import { userQuery } from '../features/session/user-query.ts'
import { Mast } from '../ui/layout/mast.tsx'
import { Page } from '../ui/layout/page.tsx'
import { ErrorState } from '../ui/layout/state.tsx'
import { ToastHost } from '../ui/toasts/toast-host.tsx'
import { audienceOf } from './routing/audience.ts'
import { pages } from './routing/pages.tsx'
import { type Page as PageEntry, pageAt } from './routing/routes.ts'
import { SignedOutGuard } from './routing/signed-out-guard.tsx'
import { VisitorPage } from './routing/visitor-page.tsx'
import { Shell } from './shell/shell.tsx'

// The shell is in the first script: as a file of its own it waited on a slow line longer than its few kilobytes take.
const NotFound = lazy(async () => ({ default: (await import('./routing/not-found.tsx')).NotFound }))

const Screen = ({ table }: { table: readonly PageEntry[] }) => {
  const { pathname } = useLocation()
  const user = useQuery(userQuery)
  const wasSignedIn = useRef(false)
  const isSignedIn = user.data !== undefined && user.data !== null
  useEffect(() => {
    if (isSignedIn) wasSignedIn.current = true
  }, [isSignedIn])

  useTheme(user.data)

  if (user.isPending) return <Mast />
  if (user.data === undefined)
    return (
      <>
        <Mast />
        <Page>
          <ErrorState
            title="Couldn’t load Purple Sector"
            message={user.error?.message}
            onRetry={() => void user.refetch()}
            retrying={user.isFetching}
          />
        </Page>
      </>
    )
  const audience = audienceOf(user.data)
  // After a session has ended, the address must not switch to its page for visitors.
  const page = pageAt(table, pathname, wasSignedIn.current && !isSignedIn ? 'fan' : audience)
  if (!page) return <NotFound isSignedIn={isSignedIn} />
  if (isSignedIn) return <Shell table={table} page={page} audience={audience} />
  return page.audience === 'visitor' ? <VisitorPage page={page} /> : <SignedOutGuard />
}

/** Shows the page of the address for the current audience: in the shell, for visitors, the sign-in guard, or a 404. */
export const App = ({ table = pages }: { table?: readonly PageEntry[] }) => (
  <>
    <Suspense fallback={<Mast />}>
      <Screen table={table} />
    </Suspense>
    <ToastHost />
  </>
)
