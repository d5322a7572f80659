import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../test/in-app.tsx'
import { createQueryClient } from '../../client/api/query-client.ts'
import { type Live, LiveContext } from '../../client/realtime/realtime-context.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { weekendsQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../../features/weekend-data/components/active-weekend.tsx'
import { markCacheAge } from '../routing/refresh-cached-page.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { StandingsLine } from './standings-line.tsx'

const CACHED_AT = Date.parse('2026-11-21T04:20:00.000Z')
const NOW = CACHED_AT + 12 * 60_000
const CONNECTING = { state: 'OFFLINE', isLive: false, lostAt: null, retryAt: null } as const
const OFFLINE = { ...CONNECTING, lostAt: CACHED_AT, retryAt: NOW + 10_000 } as const
const LIVE = { state: 'LIVE', isLive: true, lostAt: null, retryAt: null } as const
const BOARD = ['board']

let client: QueryClient
/** Replies of the board; each request gets the next one. */
let boardReplies: PromiseWithResolvers<string>[]

const Board = () => {
  const { data } = useQuery({
    queryKey: BOARD,
    queryFn: () => {
      const boardReply = Promise.withResolvers<string>()
      boardReplies.push(boardReply)
      return boardReply.promise
    },
  })
  return <p>{data}</p>
}
const app = (live: Live) => (
  <InApp client={client}>
    <ActiveWeekendProvider>
      <LiveContext value={live}>
        <Board />
        <StandingsLine />
        <OfflineNotice />
      </LiveContext>
    </ActiveWeekendProvider>
  </InApp>
)
const noticeText = () => screen.getByRole('status').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  boardReplies = []
  // Set by the service worker before the app starts.
  document.documentElement.dataset.kept = String(CACHED_AT)
  document.body.innerHTML = '<div id="kept" role="status"><p>Saved 11 minutes ago · updating…</p></div>'
  client = createQueryClient()
  client.setQueryData(BOARD, 'as it was')
  client.setQueryData(userQuery.queryKey, userReply())
  client.setQueryData(weekendsQuery.queryKey, [weekendReply({ timeZone: 'Australia/Perth' })])
  markCacheAge(client, CACHED_AT)
  // The frame's data is fresh: this test is about the board.
  client.setQueryData(userQuery.queryKey, userReply())
  client.setQueryData(weekendsQuery.queryKey, [weekendReply({ timeZone: 'Australia/Perth' })])
})
afterEach(() => {
  delete document.documentElement.dataset.kept
  document.body.innerHTML = ''
  vi.useRealTimers()
})

test('shows the age of a cached page in one line, also while offline', async () => {
  const { rerender } = render(app(CONNECTING))
  expect(noticeText()).toBe('Saved 12 minutes ago · updating…')
  await pass(60_000)
  expect(noticeText()).toBe('Saved 13 minutes ago · updating…')
  rerender(app(OFFLINE))
  expect(noticeText()).toBe('OFFLINE As of 12:20 pm, 13 minutes ago.')
  expect(screen.queryByText(/Standings as of/)).toBeNull()
})

test('shows the age until all data on screen is fresh, then disappears', async () => {
  const { rerender } = render(app(OFFLINE))
  rerender(app(LIVE))
  await pass(0)
  expect(boardReplies).toHaveLength(1)
  expect(noticeText()).toBe('Saved 12 minutes ago · updating…')
  boardReplies[0]?.reject(new TypeError('Failed to fetch'))
  await pass(0)
  expect(noticeText()).toBe('As of 12:20 pm, 12 minutes ago. Some of it isn’t up to date yet.')
  rerender(app(OFFLINE))
  rerender(app(LIVE))
  await pass(0)
  boardReplies[1]?.resolve('as it is')
  await pass(0)
  expect(screen.getByText('as it is')).toBeTruthy()
  expect(noticeText()).toBe('')
})

test('does not repeat a request that is in flight', async () => {
  const { rerender } = render(app(CONNECTING))
  await pass(0)
  // It is so old that the component itself refetches it.
  expect(boardReplies).toHaveLength(1)
  rerender(app(LIVE))
  await pass(0)
  expect(boardReplies).toHaveLength(1)
})

test('shows no age on a fresh page', async () => {
  delete document.documentElement.dataset.kept
  render(app(OFFLINE))
  expect(noticeText()).toBe('')
  expect(screen.getByText(/Standings as of/)).toBeTruthy()
})
