import type { Entry } from '@purple-sector/contracts/tipping/http'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { boardEntry, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { type Live, LiveContext } from '../../../client/realtime/realtime-context.ts'
import { leaderboardKey } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { ActiveWeekendProvider } from '../../weekend-data/components/active-weekend.tsx'
import { LeaderboardPage } from './leaderboard-page.tsx'

const ranked = (names: readonly string[]): Entry[] =>
  names.map((name, index) => boardEntry(name, { position: index + 1, totalPoints: (names.length - index) * 10 }))

let rows: Entry[] = []
let total = 0
let isBroken = false
let unread = 0

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
  unread = 0
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
      '/api/seasons': [],
      '/api/notifications/1': [],
      '/api/notifications/1/count': { count: unread },
      '/api/engagement/leaderboard/1': [],
      '/api/engagement/stats/1': { totalActivities: 0, totalPoints: 0, lastActivity: null },
      '/api/fan-engagement/reactions/1': [],
    }
    return new Response(JSON.stringify(replies[pathname] ?? [raceReply({ status: 'completed' }), raceReply({ id: 2 })]))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.kept
})

const LIVE: Live = { state: 'LIVE', isLive: true, lostAt: null, retryAt: null }

const openLeaderboard = (address = '/leaderboard', live = LIVE, client = createQueryClient()) => {
  render(
    <InApp client={client} address={address}>
      <LiveContext value={live}>
        <ActiveWeekendProvider>
          <LeaderboardPage />
        </ActiveWeekendProvider>
      </LiveContext>
    </InApp>,
  )
  return client
}

const figure = (label: string) => screen.getByText(label).parentElement?.textContent

describe('the leaderboard', () => {
  test('lists all participants with the top three and the competition figures', async () => {
    rows = ranked(['ann', 'ben', 'cat', 'dan'])
    total = 4
    openLeaderboard()
    expect(screen.getByRole('heading', { name: 'Interactive Leaderboard' })).toBeTruthy()
    expect(await screen.findByText('Current sector standings for Southern Cross 500')).toBeTruthy()
    expect(screen.getAllByRole('heading', { name: 'Interactive Leaderboard' })).toHaveLength(1)
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

  test('celebrates a podium place, but not one from a cached page', async () => {
    const cachedAt = Date.now() - 60_000
    document.documentElement.dataset.kept = String(cachedAt)
    const client = createQueryClient()
    const queryKey = leaderboardKey(openCompetition(1), 'official', 0)
    const board = {
      version: 3,
      total: 1,
      entries: [boardEntry('me', { position: 1, totalPoints: 50 })],
      ownEntry: null,
    }
    client.setQueryData(queryKey, board, { updatedAt: cachedAt })
    openLeaderboard('/leaderboard', LIVE, client)
    expect(await screen.findByText('1 racer')).toBeTruthy()
    expect(await screen.findAllByText('YOU')).not.toEqual([])
    expect(document.querySelector('canvas')).toBeNull()
    act(() => void client.setQueryData(queryKey, { ...board }))
    await waitFor(() => expect(document.querySelector('canvas')).not.toBeNull())
  })

  test('pins the own row when it is off the page, and keeps it current', async () => {
    rows = [...ranked(Array.from({ length: 100 }, (_, index) => `fan${index}`)), boardEntry('me', { position: 2_345 })]
    total = 5_000
    const client = openLeaderboard()
    const pinned = await screen.findByTitle('Go to your row')
    expect(pinned.textContent).toContain('2345')
    expect(pinned.textContent).toContain('YOU')
    act(() =>
      receiveFrame(client, {
        type: 'my_standing',
        data: {
          weekendId: 1,
          groupId: null,
          version: 4,
          position: 2_100,
          shared: false,
          totalPoints: 25,
          positionChange: 245,
        },
        epoch: 'e',
      }),
    )
    expect(await screen.findByLabelText('up 245 positions')).toBeTruthy()
    expect(screen.getByTitle('Go to your row').textContent).toContain('2100')
  })

  test('shows an empty state without participants', async () => {
    rows = []
    total = 0
    openLeaderboard()
    expect(await screen.findAllByText('No participants yet')).toHaveLength(2)
    expect(screen.getByText('0 racers')).toBeTruthy()
  })

  test('shows an error and retries', async () => {
    rows = ranked(['ann'])
    total = 1
    isBroken = true
    openLeaderboard()
    expect(await screen.findByText('Couldn’t load the standings')).toBeTruthy()
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('1 racer')).toBeTruthy()
  })
})

describe('the leaderboard page tabs', () => {
  const tab = (name: RegExp) => screen.findByRole('link', { name })

  test('names the tab in the URL: leaderboard first, engagement and notifications', async () => {
    rows = ranked(['ann'])
    total = 1
    openLeaderboard()
    expect(await screen.findByText('1 racer')).toBeTruthy()
    expect((await tab(/^Leaderboard/)).getAttribute('aria-current')).toBe('page')
    fireEvent.click(await tab(/^Engagement/))
    expect(await screen.findByRole('heading', { name: 'Fan Engagement Leaderboard' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Your Engagement' })).toBeTruthy()
    expect(screen.queryByText('1 racer')).toBeNull()
    fireEvent.click(await tab(/^Notifications/))
    expect(await screen.findByRole('heading', { name: 'Your Notifications' })).toBeTruthy()
    expect((await tab(/^Notifications/)).getAttribute('aria-current')).toBe('page')
  })

  test('opens the tab of the URL, and the leaderboard for an unknown name', async () => {
    rows = ranked(['ann'])
    total = 1
    openLeaderboard('/leaderboard?tab=notifications')
    expect(await screen.findByRole('heading', { name: 'Your Notifications' })).toBeTruthy()
    cleanup()
    openLeaderboard('/leaderboard?tab=nonsense')
    expect(await screen.findByText('1 racer')).toBeTruthy()
  })

  test('shows the unread count and increases it when a notification arrives', async () => {
    unread = 3
    const client = openLeaderboard('/leaderboard?tab=engagement')
    expect(await screen.findByText('3 unread')).toBeTruthy()
    expect((await tab(/^Notifications/)).textContent).toBe('Notifications3')
    const data = {
      ...{ id: 9, weekendId: 1, type: 'position' as const, title: 'Up', message: 'You’re 2nd', link: null },
      ...{ isRead: false, createdAt: '2026-11-21T04:00:00Z' },
    }
    unread = 4
    act(() => receiveFrame(client, { type: 'notification', data, epoch: 'e' }))
    expect(await screen.findByText('4 unread')).toBeTruthy()
    unread = 0
    act(() => receiveFrame(client, { type: 'notification_count', data: { weekendId: 1, count: 0 }, epoch: 'e' }))
    expect((await tab(/^Notifications/)).textContent).toBe('Notifications')
    expect(screen.queryByText(/unread/)).toBeNull()
  })

  test('shows the connection state beside the title', async () => {
    openLeaderboard('/leaderboard?tab=engagement', { ...LIVE, state: 'OFFLINE', isLive: false, lostAt: 1 })
    expect(await screen.findByText('OFFLINE')).toBeTruthy()
  })
})
