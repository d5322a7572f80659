import { Anchor, Container, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { userQuery } from '../features/session/user-query.ts'
import { isAppPath } from './router.tsx'
import { SignedOutGuard } from './signed-out-guard.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))

const NotFound = () => (
  <Container py="xl">
    <Title order={1}>404</Title>
    <Text>This page ran wide</Text>
    <Anchor href="/">Back to the start</Anchor>
  </Container>
)

const Visitor = () => {
  const { pathname } = useLocation()
  if (pathname === '/') return <LandingPage />
  return isAppPath(pathname) ? <SignedOutGuard /> : <NotFound />
}

export const App = () => {
  const user = useQuery(userQuery)
  if (user.isPending) return null
  if (user.data === undefined)
    return (
      <Container py="lg">
        <Text role="alert">{user.error?.message}</Text>
        <Anchor component="button" onClick={() => void user.refetch()}>
          Try Again
        </Anchor>
      </Container>
    )
  return user.data ? (
    <Suspense fallback={null}>
      <Shell />
    </Suspense>
  ) : (
    <Visitor />
  )
}
