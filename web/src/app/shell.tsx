import { Anchor, Container, Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { NavLink, Route, Routes } from 'react-router-dom'
import { useUser } from '../features/session/user-query.ts'
import { ActiveWeekendProvider, useActiveWeekend } from '../features/weekends/active-weekend.tsx'
import { useLive } from '../lib/live.ts'
import { useToast } from '../lib/notify.ts'
import { LiveProvider } from './live.tsx'
import { pages, pagesFor } from './router.tsx'

const Frame = () => {
  const user = useUser()
  const { weekend } = useActiveWeekend()
  const { state } = useLive()
  const toast = useToast()
  if (!user) return null
  return (
    <Container>
      <Group>
        <Text>{weekend?.name}</Text>
        <Text>{state}</Text>
        <Anchor href="/api/logout">Logout</Anchor>
        {pagesFor(user).map(({ path, label }) => (
          <NavLink key={path} to={path}>
            {label}
          </NavLink>
        ))}
      </Group>
      <Text role="status">{toast && `${toast.title} ${toast.message}`}</Text>
      <Suspense fallback={<Text>Loading...</Text>}>
        <Routes>
          {pages.map(({ path, Component }) => (
            <Route key={path} path={path} element={<Component />} />
          ))}
        </Routes>
      </Suspense>
    </Container>
  )
}

export const Shell = () => (
  <ActiveWeekendProvider>
    <LiveProvider>
      <Frame />
    </LiveProvider>
  </ActiveWeekendProvider>
)
