import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { PotentialPoints, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { boardEntry, carReply, groupReply, raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entryReply, timingReply } from '../../../test/render-live-timing-setup.tsx'
import { openPage } from '../../../test/render-page.tsx'
import { LeaderboardPage } from '../../features/competitions/routes/leaderboard-page.tsx'
import { DashboardPage } from '../../features/dashboard/routes/dashboard-page.tsx'
import { LiveTimingPage } from '../../features/live-timing/routes/live-timing-page.tsx'
import { FakeSocket } from './fake-socket.ts'
import { RealtimeProvider } from './realtime-provider.tsx'

const weekend = weekendReply()
const running = raceReply({ id: 1, status: 'running', locked: true })
const user = userReply({ id: 'kerbsider', username: 'kerbsider' })
const cars = [31, 7, 18].map((number, index) =>
  carReply({ id: index + 1, number, driver: ['Tomas Kinnear', 'Jed Harrowell', 'Mitch Dellaway'][index] ?? '' }),
)
const entries = cars.map(({ id, plate }) => entryReply(id, { plate, carId: id }))
const pays = { first: 50, second: 25, third: 15 }
const stakes: PotentialPoints[] = [
  { groupId: null, groupName: null, carId: 2, pays },
  { groupId: 5, groupName: 'Office Grid', carId: 1, pays: { first: 60, second: 20, third: 10 } },
  { groupId: 6, groupName: 'Apex Predators', carId: 3, pays: null },
]
const standing = (userId: string, overrides: Partial<ProvisionalEntry>): ProvisionalEntry => ({
  ...boardEntry(userId),
  gain: 0,
  ...overrides,
})

/** The current replies of the services; null is a 404. */
let server: { races: Race[]; timing: Timing | null; board: ProvisionalEntry[] | null; ownStandings: ProvisionalEntry[] }
let requests: string[]
/** Paths that fail at the moment. */
let failing: string[]

const replyOf = (path: string): Response => {
  const replies: Record<string, unknown> = {
    '/api/auth/user': user,
    '/api/weekends': [weekend],
    '/api/groups/overview': {
      groups: [groupReply({ id: 5, weekendId: weekend.id, name: 'Office Grid' })],
      invitations: [],
    },
    [`/api/weekends/${weekend.id}/races`]: server.races,
    '/api/cars/1': cars,
    '/api/tips/stakes/1': stakes,
    '/api/live-timing/races/1': server.timing,
    '/api/live-timing/races/1/history': { raceId: 1, cars: [], control: [] },
    [`/api/weekends/${weekend.id}/my-stats`]: {
      position: null,
      totalPoints: 0,
      tipsSubmitted: 0,
      successRate: 0,
      recentForm: [],
    },
  }
  if (path.includes('projected=true')) {
    const rows = [...(server.board ?? []), ...server.ownStandings]
    const headers = { 'x-total-count': String(rows.length), ...(server.board && { 'x-projected': '1:7' }) }
    return Response.json(rows, { headers })
  }
  const reply = path in replies ? replies[path] : []
  if (reply === null) return Response.json({ code: 'NO_TIMING', message: 'None.', requestId: 'r' }, { status: 404 })
  return Response.json(reply, { headers: { 'x-total-count': '0', 'x-board-version': '1' } })
}

beforeEach(() => {
  server = { races: [running], timing: null, board: [], ownStandings: [] }
  requests = []
  failing = []
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    if (failing.includes(path))
      return Response.json({ code: 'UNAVAILABLE', message: 'Busy.', requestId: 'r' }, { status: 503 })
    return replyOf(path)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openLive = async (page = <DashboardPage />) => {
  openPage(<RealtimeProvider>{page}</RealtimeProvider>, '/', user, [weekend])
  await act(() => FakeSocket.latest.open())
}
const receiveFrame = (frame: Parameters<FakeSocket['receive']>[0]) => act(() => FakeSocket.latest.receive(frame))
const receiveTiming = async (overrides: Partial<Timing> = {}) => {
  receiveFrame({ type: 'timing_update', data: timingReply({ entries, ...overrides }) })
  await act(() => vi.advanceTimersByTimeAsync(300))
}
const tower = () => screen.findByRole('table', { name: 'Timing tower' })
const rowOf = async (driver: string) =>
  within(await tower())
    .getByText(driver)
    .closest('tr')?.textContent
const flag = () => screen.getByText(/^(Green|Yellow|Red|Chequered) flag$|^Safety car$/).textContent

test('replaces the countdown by live timing and brings it back with the result', async () => {
  await openLive()
  await screen.findByText('On now')
  await receiveTiming()
  await tower()
  expect(screen.queryByText('On now')).toBeNull()
  const completed: Race = { ...running, status: 'completed', resultRevision: 1, resultStatus: 'provisional' }
  server.races = [completed]
  receiveFrame({ type: 'race_status', data: completed })
  await vi.waitFor(() => expect(screen.queryByRole('table', { name: 'Timing tower' })).toBeNull())
})

test('fetches the state of the session when it opens while OFFLINE', async () => {
  server.timing = timingReply({ entries })
  openPage(
    <RealtimeProvider>
      <DashboardPage />
    </RealtimeProvider>,
    '/',
    user,
    [weekend],
  )
  await act(() => FakeSocket.latest.onclose?.({ code: 1006 }))
  await tower()
  expect(requests).toContain('/api/live-timing/races/1')
})

test('describes place, gap, times and colours of a row in words, and the own tip', async () => {
  await openLive()
  const [leader = entryReply(1), second = entryReply(2), third = entryReply(3)] = entries
  await receiveTiming({
    entries: [
      {
        ...leader,
        change: 1,
        isFastest: true,
        lastLap: 'purple',
        sectorsMs: [26_118, 31_402, null],
        sectors: ['green', 'purple', null],
      },
      { ...second, gapMs: 842, intervalMs: 842, pitStops: 1, inPit: true, status: 'pit' },
      { ...third, gapMs: null, gapLaps: 1, lastLap: 'green' },
      entryReply(4, { plate: '40', carId: null, driver: 'Corey Vander', status: 'out', place: null, laps: 14 }),
    ],
  })
  expect(await rowOf('Tomas Kinnear')).toContain('Group tip')
  expect(await rowOf('Tomas Kinnear')).toMatch(
    /Lap 23.*fastest overall.*26\.118, personal best.*31\.402, fastest overall/,
  )
  expect(await rowOf('Jed Harrowell')).toMatch(/YOUR TIP.*\+0\.842.*0\.842.*Pit.*1/)
  expect(await rowOf('Mitch Dellaway')).toMatch(/\+1 lap.*personal best/)
  expect(await rowOf('Corey Vander')).toMatch(/^–40Corey VanderOutLap 14/)
})

test('reorders cars by a newer snapshot and ignores an older one', async () => {
  await openLive()
  await receiveTiming({ sequence: 8 })
  const order = async () =>
    within(await tower())
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 4))
  const before = await order()
  const swapped = entries.toReversed().map((entry, index) => ({ ...entry, position: index + 1, place: index + 1 }))
  await receiveTiming({ sequence: 9, entries: swapped })
  const after = await order()
  expect(after).not.toEqual(before)
  await receiveTiming({ sequence: 8 })
  expect(await order()).toEqual(after)
})

test('shows what each own pick would earn now', async () => {
  await openLive()
  await receiveTiming()
  const picks = within(await screen.findByRole('region', { name: 'Your picks' }))
  await picks.findByText('Jed Harrowell')
  expect(picks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'P27Jed HarrowellPurple Sector+25 points',
    'P131Tomas KinnearOffice Grid+60 points',
    'P318Mitch DellawayApex Predators, pending– points',
  ])
})

test('shows that own picks failed to load and fetches them again', async () => {
  failing = ['/api/tips/stakes/1']
  await openLive()
  await receiveTiming()
  // The gap before the subscription has been refetched; nothing else is fetched periodically.
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  const picks = within(await screen.findByRole('region', { name: 'Your picks' }))
  await vi.waitFor(() => expect(picks.getByText('Couldn’t load your picks')).toBeTruthy())
  failing = []
  fireEvent.click(picks.getByRole('button', { name: 'Try Again' }))
  expect(await picks.findByText('Office Grid')).toBeTruthy()
})

test('fetches the projected board, updates it by the socket with the own row, and marks it as provisional', async () => {
  server.board = [standing('BoxBoxBec', { totalPoints: 191, gain: 50 })]
  await openLive()
  await receiveTiming()
  await vi.waitFor(() => expect(FakeSocket.latest.sent).toContainEqual(expect.objectContaining({ projected: true })))
  const board = within(await screen.findByRole('region', { name: 'Board as it stands' }))
  expect(board.getByText('Provisional')).toBeTruthy()
  expect(board.getByText('If Race 1 ended on this lap. Points count once the result is in.')).toBeTruthy()
  await board.findByText('BoxBoxBec')
  const standings = [standing('kerbsider', { totalPoints: 143, gain: 25 })]
  const data = { weekendId: weekend.id, groupId: null, raceId: 1, sequence: 8, entries: standings, total: 1 }
  receiveFrame({ type: 'projected_leaderboard', data })
  const row = (await board.findByText('kerbsider')).closest('li')
  expect(row?.textContent).toMatch(/YOU\+25.*143/)
  receiveFrame({
    type: 'projected_leaderboard',
    data: { ...data, raceId: null, sequence: null, entries: [], total: 0 },
  })
  expect(await board.findByText('No one has a tip on this session.')).toBeTruthy()
})

test('shows the projected board of a chosen group', async () => {
  await openLive()
  await receiveTiming()
  fireEvent.change(await screen.findByRole('combobox', { name: 'Competition' }), { target: { value: '5' } })
  await vi.waitFor(() => expect(requests).toContain('/api/groups/5/leaderboard/1?projected=true&limit=20'))
})

test('shows the projected board on the Leaderboard page where it is chosen', async () => {
  server.board = [standing('BoxBoxBec', { totalPoints: 191, gain: 50 })]
  await openLive(<LeaderboardPage />)
  await receiveTiming()
  fireEvent.click(await screen.findByLabelText('As it stands'))
  await screen.findByText('BoxBoxBec')
  expect(screen.getByText('Provisional')).toBeTruthy()
  expect(screen.queryByText('All Sector Participants')).toBeNull()
})

test('keeps the last timing and removes the projected board while paused', async () => {
  await openLive()
  await receiveTiming()
  await screen.findByRole('region', { name: 'Board as it stands' })
  receiveFrame({
    type: 'live_timing_status',
    data: { isPaused: true, isRunning: true, source: null, raceId: 1 },
  })
  expect(await screen.findByText('Timing paused')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Board as it stands' })).toBeNull()
  await tower()
})

test('shows that a source fell silent, and a changed flag', async () => {
  await openLive()
  await receiveTiming()
  await tower()
  expect(flag()).toBe('Green flag')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText(/^Last heard [12]\d s ago$/)).toBeTruthy()
  await receiveTiming({ sequence: 8, flag: 'red', message: 'Session stopped' })
  expect(flag()).toBe('Red flag')
  expect(screen.getByText('Session stopped')).toBeTruthy()
  await receiveTiming({ sequence: 9, flag: 'chequered', hasEnded: true })
  expect(screen.getByText('The session has ended. Waiting for the result.')).toBeTruthy()
})

test('polls every five seconds while OFFLINE', async () => {
  await openLive()
  await receiveTiming()
  await tower()
  await act(() => FakeSocket.latest.onclose?.({ code: 1006 }))
  const before = requests.filter((path) => path === '/api/live-timing/races/1').length
  server.timing = timingReply({ entries, sequence: 20, flag: 'safety-car' })
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(requests.filter((path) => path === '/api/live-timing/races/1').length).toBeGreaterThan(before)
  expect(flag()).toBe('Safety car')
})

test('shows the first twelve cars, and all of them on request', async () => {
  await openLive()
  await receiveTiming({ entries: Array.from({ length: 24 }, (_, index) => entryReply(index + 1)) })
  const rows = async () => within(await tower()).getAllByRole('row').length - 1
  expect(await rows()).toBe(12)
  fireEvent.click(screen.getByRole('button', { name: 'All 24 cars' }))
  expect(await rows()).toBe(24)
})

test('appends new laps to the chart and new messages of race control', async () => {
  await openLive()
  await receiveTiming({ lap: 1, entries: entries.map((entry) => ({ ...entry, laps: 1 })) })
  fireEvent.click(await screen.findByRole('button', { name: 'Laps and race control' }))
  await screen.findByRole('img', { name: 'Positions of 3 cars over 1 laps' })
  await receiveTiming({
    sequence: 8,
    lap: 2,
    flag: 'yellow',
    message: 'Debris',
    entries: entries.map((entry) => ({ ...entry, laps: 2 })),
  })
  await screen.findByRole('img', { name: 'Positions of 3 cars over 2 laps' })
  expect(screen.getByText('7 Jed Harrowell: from 2nd on lap 1 to 2nd on lap 2')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Race control' })).getByText(/Debris/)).toBeTruthy()
  // A new source sends all of them again.
  await receiveTiming({ generation: 2, sequence: 1, lap: 7, entries: entries.map((entry) => ({ ...entry, laps: 7 })) })
  await receiveTiming({ generation: 2, sequence: 2, lap: 8, entries: entries.map((entry) => ({ ...entry, laps: 8 })) })
  expect(await screen.findByText('7 Jed Harrowell: from 2nd on lap 7 to 2nd on lap 8')).toBeTruthy()
  expect(screen.queryByText(/Debris/)).toBeNull()
})

test('shows on the full screen that no session runs, and which one starts next', async () => {
  await openLive(<LiveTimingPage />)
  await screen.findByText('No session is running')
  await receiveTiming()
  await tower()
  expect(screen.getByRole('button', { name: 'Exit full screen' })).toBeTruthy()
})
