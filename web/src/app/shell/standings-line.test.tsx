import { weekendReply } from '@purple-sector/testing/replies'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../test/in-app.tsx'
import { userQuery } from '../../features/session/user-query.ts'
import { ActiveWeekendProvider } from '../../features/weekends/active-weekend.tsx'
import { weekendsQuery } from '../../features/weekends/weekend-queries.ts'
import { LiveContext } from '../../lib/live.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { StandingsLine } from './standings-line.tsx'

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
