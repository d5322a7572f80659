import type { User } from '@purple-sector/contracts/identity/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { userQuery } from '../../session/user-query.ts'
import { weekendsQuery } from '../api/weekend-queries.ts'
import { ActiveWeekendProvider, useActiveWeekend } from './active-weekend.tsx'

const round = (id: number, overrides: Partial<Weekend> = {}) =>
  weekendReply({ id, name: `Round ${id}`, startDate: '2001-01-01', endDate: '2001-01-01', ...overrides })
const [first, second, third] = [
  round(1),
  round(2, { startDate: '2101-01-01', endDate: '2101-01-01' }),
  round(3, { startDate: '2102-01-01', endDate: '2102-01-01' }),
]

const ActiveWeekendName = () => {
  const { weekend, weekends, select } = useActiveWeekend()
  return (
    <>
      <p>{weekend?.name ?? 'none'}</p>
      {weekends.map(({ id }) => (
        <button key={id} type="button" onClick={() => select(id)}>
          choose {id}
        </button>
      ))}
    </>
  )
}

type State = { weekends?: Weekend[]; preferred?: number | null; userId?: string }

const activeWeekendApp = ({ weekends = [first, second, third], preferred = null, userId = 'ada' }: State) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, { id: userId, preferredWeekendId: preferred } as User)
  client.setQueryData(weekendsQuery.queryKey, weekends)
  const app = (
    <QueryClientProvider client={client}>
      <ActiveWeekendProvider>
        <ActiveWeekendName />
      </ActiveWeekendProvider>
    </QueryClientProvider>
  )
  return { client, app }
}

const renderActiveWeekend = (state: State) => {
  const { client, app } = activeWeekendApp(state)
  render(app)
  return client
}

beforeEach(() => sessionStorage.clear())

test("selects the user's preferred weekend", () => {
  renderActiveWeekend({ preferred: 3 })
  expect(screen.getByText('Round 3')).toBeTruthy()
})

test('selects the current weekend without a preference, and follows when another is switched live', async () => {
  const client = renderActiveWeekend({})
  expect(screen.getByText('Round 2')).toBeTruthy()
  client.setQueryData(weekendsQuery.queryKey, [{ ...first, status: 'live' }, second, third])
  expect(await screen.findByText('Round 1')).toBeTruthy()
})

test('keeps the selected weekend, whatever is preferred or current', async () => {
  const client = renderActiveWeekend({ preferred: 3 })
  fireEvent.click(screen.getByText('choose 1'))
  client.setQueryData(weekendsQuery.queryKey, [first, second, { ...third, status: 'live' }])
  expect(await screen.findByText('Round 1')).toBeTruthy()
})

test('selects the current weekend once the selected one is deleted', async () => {
  const client = renderActiveWeekend({})
  fireEvent.click(screen.getByText('choose 1'))
  client.setQueryData(weekendsQuery.queryKey, [second, third])
  expect(await screen.findByText('Round 2')).toBeTruthy()
})

test('selects the next weekend when none is announced', () => {
  renderActiveWeekend({ weekends: [third, second].map((weekend) => ({ ...weekend, isActive: false })) })
  expect(screen.getByText('Round 2')).toBeTruthy()
})

test('selects no weekend without weekends', () => {
  renderActiveWeekend({ weekends: [] })
  expect(screen.getByText('none')).toBeTruthy()
})

test('keeps the selected weekend when the page is reloaded', () => {
  renderActiveWeekend({ preferred: 3 })
  fireEvent.click(screen.getByText('choose 1'))
  cleanup()
  renderActiveWeekend({ preferred: 3 })
  expect(screen.getByText('Round 1')).toBeTruthy()
})

test('forgets the selected weekend of another user', () => {
  renderActiveWeekend({ preferred: 3 })
  fireEvent.click(screen.getByText('choose 1'))
  cleanup()
  renderActiveWeekend({ preferred: 3, userId: 'bob' })
  expect(screen.getByText('Round 3')).toBeTruthy()
})

test('keeps the selected weekend without storage as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Not allowed', 'SecurityError')
  })
  renderActiveWeekend({ preferred: 3 })
  fireEvent.click(screen.getByText('choose 1'))
  vi.restoreAllMocks()
  expect(screen.getByText('Round 1')).toBeTruthy()
})

test.each(['nonsense', '{"userId":"ada"}', '7'])('ignores a stored selection that cannot be read: %s', (stored) => {
  sessionStorage.setItem('purple-sector.weekend', stored)
  renderActiveWeekend({ preferred: 3 })
  expect(screen.getByText('Round 3')).toBeTruthy()
})

test('hydrates a server-rendered page without the selected weekend, then shows it', async () => {
  const { app } = activeWeekendApp({ preferred: 3 })
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(app)
  expect(container.textContent).toContain('Round 3')
  sessionStorage.setItem('purple-sector.weekend', '{"userId":"ada","weekendId":1}')
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(container, app, { onRecoverableError }))
  expect(container.textContent).toContain('Round 1')
  expect(onRecoverableError).not.toHaveBeenCalled()
  act(() => root.unmount())
})
