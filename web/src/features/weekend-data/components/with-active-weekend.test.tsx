import type { User } from '@purple-sector/contracts/identity/http'
import { weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { userQuery } from '../../session/user-query.ts'
import { ActiveWeekendProvider } from './active-weekend.tsx'
import { WithActiveWeekend } from './with-active-weekend.tsx'

const weekend = weekendReply()
const rejection = { code: 'UPSTREAM_UNAVAILABLE', message: 'Try again in a moment.', requestId: 'r' }
let reply: () => Response

beforeEach(() => {
  reply = () => Response.json([weekend])
  vi.stubGlobal('fetch', async () => reply())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const renderPage = (words: { title?: string; text?: string } = {}) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, { preferredWeekendId: null } as User)
  render(
    <InApp client={client}>
      <ActiveWeekendProvider>
        <WithActiveWeekend loading={<p>Loading the page...</p>} {...words}>
          {({ name }) => <p>All about {name}</p>}
        </WithActiveWeekend>
      </ActiveWeekendProvider>
    </InApp>,
  )
}

test('shows the skeleton while loading, and then the weekend', async () => {
  renderPage()
  expect(screen.getByText('Loading the page...')).toBeTruthy()
  expect(await screen.findByText('All about Southern Cross 500')).toBeTruthy()
  expect(screen.queryByText('Loading the page...')).toBeNull()
})

test('shows an error when loading fails, and retries', async () => {
  const loads = reply
  reply = () => Response.json(rejection, { status: 503 })
  renderPage()
  expect(await screen.findByText('Couldn’t load the weekend')).toBeTruthy()
  expect(screen.getByText('Try again in a moment.')).toBeTruthy()
  reply = loads
  fireEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('All about Southern Cross 500')).toBeTruthy()
})

test("shows an empty state without weekends, with the page's text if it has one", async () => {
  reply = () => Response.json([])
  renderPage()
  expect(await screen.findByText('No Active Weekend')).toBeTruthy()
  renderPage({ title: 'No Race Weekend', text: 'Please select a weekend.' })
  expect(await screen.findByText('No Race Weekend')).toBeTruthy()
  expect(screen.getByText('Please select a weekend.')).toBeTruthy()
})
