import { MantineProvider } from '@mantine/core'
import { type Theme, userSchema } from '@purple-sector/contracts/identity/http'
import { userReply } from '@purple-sector/testing/replies'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../test/create-test-server.ts'
import { OFFLINE_PAGES_CACHE } from '../../../client/browser/offline-pages.ts'
import { theme } from '../../../ui/theme/theme.ts'
import { ToastHost } from '../../../ui/toasts/toast-host.tsx'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { userQuery } from '../../session/user-query.ts'
import { useTheme } from './use-theme.ts'

const OLD = 'mantine-color-scheme-value'
type ServerState = { theme: Theme | null; rejection?: Rejection }

const fakeServer = (state: ServerState) => {
  const saved: unknown[] = []
  const user = userReply({ theme: state.theme })
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (path === '/api/auth/user') return Response.json(user)
    const theme = JSON.parse(String(init.body))
    saved.push(theme)
    if (state.rejection) return rejectionReply(state.rejection)
    return Response.json(userSchema.parse({ ...user, theme: { custom: null, ...theme } }))
  }
  return { fetch, saved }
}
const nothingChosen: ServerState = { theme: null }
const server = createTestServer(fakeServer, nothingChosen)
afterEach(() => {
  localStorage.clear()
  toasts.clear()
})

const App = () => {
  useTheme(useQuery(userQuery).data)
  return null
}
const renderTheme = () => {
  const client = new QueryClient()
  const screen = render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={client}>
        <App />
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...screen, client }
}
const scheme = () => document.documentElement.dataset.mantineColorScheme

test('moves the choice from before themes belonged to accounts to an account without one', async () => {
  localStorage.setItem(OLD, 'dark')
  renderTheme()
  await waitFor(() => expect(server.saved).toEqual([{ mode: 'dark' }]))
  await waitFor(() => expect(localStorage.getItem(OLD)).toBeNull())
  expect(scheme()).toBe('dark')
})

test('keeps the theme of an account that has one', async () => {
  localStorage.setItem(OLD, 'dark')
  server.serve({ theme: { mode: 'light', custom: null } })
  renderTheme()
  await waitFor(() => expect(localStorage.getItem(OLD)).toBeNull())
  expect(scheme()).toBe('light')
  expect(server.saved).toEqual([])
})

test('retries a failed move at the next visit without an error message', async () => {
  localStorage.setItem(OLD, 'light')
  server.serve({ theme: null, rejection: { status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' } })
  const { queryByText, client } = renderTheme()
  await waitFor(() => expect(server.saved).toHaveLength(1))
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(queryByText('Couldn’t save the theme')).toBeNull()
  expect(localStorage.getItem(OLD)).toBe('light')
})

test.each(['auto', 'purple', ''])('ignores the stored value %j', async (value) => {
  localStorage.setItem(OLD, value)
  renderTheme()
  await waitFor(() => expect(scheme()).toBe('light'))
  expect(server.saved).toEqual([])
})

test('clears cached pages of another theme', async () => {
  const forgotten = vi.fn(async () => true)
  vi.stubGlobal('caches', { delete: forgotten })
  server.serve({ theme: { mode: 'dark', custom: null } })
  const { client } = renderTheme()
  await waitFor(() => expect(scheme()).toBe('dark'))
  forgotten.mockClear()
  const be = (mode: 'dark' | 'light') =>
    client.setQueryData(userQuery.queryKey, userReply({ theme: { mode, custom: null } }))
  act(() => void be('dark'))
  expect(forgotten).not.toHaveBeenCalled()
  act(() => void be('light'))
  await waitFor(() => expect(scheme()).toBe('light'))
  expect(forgotten).toHaveBeenCalledExactlyOnceWith(OFFLINE_PAGES_CACHE)
  vi.unstubAllGlobals()
})
