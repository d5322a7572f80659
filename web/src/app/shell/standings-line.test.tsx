import { weekendReply } from '@purple-sector/testing/replies'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../test/in-app.tsx'
import { createQueryClient } from '../../client/api/query-client.ts'
import { LiveContext } from '../../client/realtime/realtime-context.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { weekendsQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../../features/weekend-data/components/active-weekend.tsx'
import { formatRetry, StandingsLine } from './standings-line.tsx'

const LOST_AT = Date.parse('2026-11-21T04:52:00.000Z')

beforeEach(() => vi.useFakeTimers({ now: LOST_AT }))
afterEach(() => vi.useRealTimers())

test('formats the age of the standings in the weekend’s zone', () => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, null)
  client.setQueryData(weekendsQuery.queryKey, [weekendReply({ timeZone: 'Australia/Perth' })])
  render(
    <InApp client={client}>
      <ActiveWeekendProvider>
        <LiveContext value={{ state: 'OFFLINE', isLive: false, lostAt: LOST_AT, retryAt: LOST_AT + 10_000 }}>
          <StandingsLine />
        </LiveContext>
      </ActiveWeekendProvider>
    </InApp>,
  )
  expect(screen.getByText(/Standings as of/).textContent).toContain(
    'Standings as of 12:52 pm. Trying again in 10 seconds.',
  )
})

test.each([
  [10_000, 'Trying again in 10 seconds.'],
  [9_001, 'Trying again in 10 seconds.'],
  [1_000, 'Trying again in 1 second.'],
  [0, 'Trying again...'],
])('formats %d ms before the next attempt as "%s"', (msLeft, words) => {
  expect(formatRetry(50_000 + msLeft, 50_000)).toBe(words)
  expect(formatRetry(null, 50_000)).toBe('Trying again...')
})

test('neither retries nor announces a retry after a normal close by the server', () => {
  expect(formatRetry('never', 50_000)).toBe('Reload the page to reconnect.')
})
