import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { boardEntry, userReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { setDelay } from '../../client/spoiler/delay.ts'
import { learnServerTime } from '../../client/time/server-clock.ts'
import { leaderboardQuery } from '../../features/leaderboard-rows/api/leaderboard-queries.ts'
import { followDelay } from '../../features/session/follow-delay.ts'
import { openPage } from './open-page.ts'
import { pages } from './pages.tsx'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const BOARD = '/api/weekends/1/leaderboard?limit=100&offset=0'

/** A document of the leaderboard page with a board of 50 points that changed at `changedAt`. */
const writeDocument = ({
  delay,
  changedAt,
  cachedAt,
}: {
  delay: number
  changedAt: number
  cachedAt?: number
}): void => {
  const racing = { 'last-changed': new Date(changedAt).toISOString() }
  const bodies: [string, unknown, Record<string, string>?][] = [
    ['/api/auth/user', userReply({ id: 'ann', spoilerDelaySeconds: delay })],
    ['/api/weekends', [weekendReply()]],
    ['/api/categories', []],
    ['/api/weekends/1/races', []],
    ['/api/weekends/1/my-stats', {}, racing],
    ['/api/weekends/1/purple-sector-races', []],
    [BOARD, [boardEntry('ann', { totalPoints: 50 })], { ...racing, 'x-board-version': '2', 'x-total-count': '1' }],
  ]
  document.body.innerHTML = '<div id="root"></div>'
  if (cachedAt !== undefined) document.documentElement.dataset.kept = String(cachedAt)
  for (const [path, body, headers = {}] of bodies) {
    const block = document.createElement('script')
    block.type = 'application/json'
    block.dataset.query = JSON.stringify({ path, status: 200, headers })
    block.textContent = JSON.stringify(body)
    document.body.append(block)
  }
}

const Board = () => {
  const { data } = useQuery(leaderboardQuery(openCompetition(1), 'official'))
  return <p>{data ? `${data.entries[0]?.totalPoints} points` : 'nothing yet'}</p>
}

type Arrival = Parameters<typeof openPage>[3]

/** Opens the document as the app does. Returns the board on screen after so many seconds since the start. */
const openDocument = async (arrival: Arrival) => {
  const client = createQueryClient()
  followDelay(client)
  const opened = openPage(client, pages, '/leaderboard', arrival)
  await vi.advanceTimersByTimeAsync(500)
  // The script of the page loads in real time.
  await vi.waitFor(() =>
    expect(client.getQueryState(leaderboardQuery(openCompetition(1), 'official').queryKey)).toBeDefined(),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  await opened
  render(
    <QueryClientProvider client={client}>
      <Board />
    </QueryClientProvider>,
    { container: document.getElementById('root') ?? document.body },
  )
  return async (seconds: number): Promise<string | null | undefined> => {
    await act(() => vi.advanceTimersByTimeAsync(Math.max(0, START + seconds * 1_000 - Date.now())))
    for (let moment = 0; moment < 3; moment++) await act(() => vi.advanceTimersByTimeAsync(1))
    return document.querySelector('#root p')?.textContent
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  learnServerTime(new Date(START).toISOString())
  vi.spyOn(performance, 'now').mockImplementation(() => 1_000 + Date.now() - START)
  // Without a network, so that all data on screen is the document's.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  cleanup()
  setDelay(0)
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
  delete document.documentElement.dataset.kept
})

const renderedWith = { now: START, isPhone: false }

test.each([
  ['a reload', { delay: 30, changedAt: START - 5_000 }, {}, 25],
  ['hydration', { delay: 30, changedAt: START - 5_000 }, { isServerRendered: true, renderedWith }, 25],
  [
    'an offline page',
    { delay: 120, changedAt: START - 65_000, cachedAt: START - 60_000 },
    { cachedAt: START - 60_000 },
    55,
  ],
])('a fan with a spoiler delay gets no younger leaderboard by %s', async (_how, content, arrival, dueAfter) => {
  writeDocument(content)
  const boardAfter = await openDocument(arrival)
  expect(await boardAfter(11)).toBe('nothing yet')
  expect(await boardAfter(dueAfter)).toBe('nothing yet')
  expect(await boardAfter(dueAfter + 0.3)).toBe('50 points')
})

test('a fan without a spoiler delay gets the leaderboard of their document at once', async () => {
  writeDocument({ delay: 0, changedAt: START - 5_000 })
  const boardAfter = await openDocument({ isServerRendered: true, renderedWith })
  expect(await boardAfter(11)).toBe('50 points')
})
