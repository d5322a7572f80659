import { MantineProvider } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { boardEntry, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveContext } from '../../lib/live.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { leaderboardLive } from '../leaderboard/leaderboard-live.ts'
import { ActiveWeekendProvider } from '../weekends/active-weekend.tsx'
import { LeaderboardPage } from './leaderboard-page.tsx'

const ranked = (names: readonly string[]): Entry[] =>
  names.map((name, index) => boardEntry(name, { position: index + 1, totalPoints: (names.length - index) * 10 }))

let rows: Entry[] = []
let total = 0
let isBroken = false

class SeesNothing implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords = () => []
}

beforeEach(() => {
  isBroken = false
  vi.stubGlobal('IntersectionObserver', SeesNothing)
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname } = new URL(path, 'http://localhost')
    if (pathname.endsWith('/leaderboard')) {
      if (isBroken) return new Response('{"code":"UNAVAILABLE","message":"Busy","requestId":"r"}', { status: 503 })
      return new Response(JSON.stringify(rows), { headers: { 'x-board-version': '3', 'x-total-count': String(total) } })
    }
    const replies: Record<string, unknown> = {
      '/api/auth/user': { id: 'me' },
      '/api/weekends': [weekendReply()],
      '/api/groups/overview': { groups: [], invitations: [] },
    }
    return new Response(JSON.stringify(replies[pathname] ?? [raceReply({ status: 'completed' }), raceReply({ id: 2 })]))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () => {
  const client = createQueryClient()
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <LiveContext value={{ state: 'LIVE', isLive: true, lostAt: null, retryAt: null }}>
          <MemoryRouter>
            <ActiveWeekendProvider>
              <LeaderboardPage />
            </ActiveWeekendProvider>
          </MemoryRouter>
        </LiveContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}

const figure = (label: string) => screen.getByText(label).parentElement?.textContent

describe('the leaderboard', () => {
  test('lists everybody, with the first three and the figures of the competition beside', async () => {
    rows = ranked(['ann', 'ben', 'cat', 'dan'])
    total = 4
    open()
    expect(await screen.findByRole('heading', { name: 'Interactive Leaderboard' })).toBeTruthy()
    expect(screen.getByText('Current sector standings for Southern Cross 500')).toBeTruthy()
    expect(await screen.findByText('4 racers')).toBeTruthy()
    expect(screen.getByText('LIVE')).toBeTruthy()
    const board = screen.getByRole('table', { name: 'All Sector Participants' })
    expect(within(board).getByRole('row', { name: /dan/ }).textContent).toContain('−30')
    expect(within(screen.getByRole('region', { name: 'Top 3' })).getAllByRole('listitem')).toHaveLength(3)
    expect(figure('Total Participants')).toBe('Total Participants4')
    expect(figure('Total Races')).toBe('Total Races2')
    expect(figure('Completed Races')).toBe('Completed Races1')
    expect(figure('Highest Score')).toBe('Highest Score40')
  })

  test('pins the own row from outside of the page, and keeps it right', async () => {
    rows = [...ranked(Array.from({ length: 100 }, (_, index) => `fan${index}`)), boardEntry('me', { position: 2_345 })]
    total = 5_000
    const client = open()
    const pinned = await screen.findByTitle('Go to your row')
    expect(pinned.textContent).toContain('2345')
    expect(pinned.textContent).toContain('YOU')
    act(() =>
      leaderboardLive.onFrame(client, {
        type: 'my_standing',
        data: { weekendId: 1, groupId: null, version: 4, position: 2_100, totalPoints: 25, positionChange: 245 },
        epoch: 'e',
      }),
    )
    expect(await screen.findByLabelText('up 245 places')).toBeTruthy()
    expect(screen.getByTitle('Go to your row').textContent).toContain('2100')
  })

  test('says so while there is nobody', async () => {
    rows = []
    total = 0
    open()
    expect(await screen.findAllByText('No participants yet')).toHaveLength(2)
    expect(screen.getByText('0 racers')).toBeTruthy()
  })

  test('says what failed, and tries again', async () => {
    rows = ranked(['ann'])
    total = 1
    isBroken = true
    open()
    expect(await screen.findByText('Standings did not load')).toBeTruthy()
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('1 racer')).toBeTruthy()
  })
})
