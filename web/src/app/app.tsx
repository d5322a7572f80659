import { Anchor, Container, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { userQuery } from '../features/session/user-query.ts'

const LeaderboardPage = lazy(async () => ({
  default: (await import('../features/leaderboard/leaderboard-page.tsx')).LeaderboardPage,
}))

const Loading = () => (
  <Container py="lg">
    <Text>Loading...</Text>
  </Container>
)

const NotFound = () => (
  <Container py="xl">
    <Title order={1}>404</Title>
    <Text>This page ran wide</Text>
    <Anchor href="/">Back to the start</Anchor>
  </Container>
)

export const App = () => {
  const user = useQuery(userQuery)
  if (user.isPending) return <Loading />
  if (user.isError)
    return (
      <Container py="lg">
        <Text role="alert">{user.error.message}</Text>
        <Anchor component="button" onClick={() => void user.refetch()}>
          Try Again
        </Anchor>
      </Container>
    )
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/" element={user.data ? <LeaderboardPage user={user.data} /> : <LandingPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
