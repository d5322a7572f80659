import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { seasonEntry, seasonReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { openSeasonScreen, SEASON, seasonServer, WEEKENDS } from '../../../../test/render-season.tsx'
import { LeaderboardPage } from './leaderboard-page.tsx'

const server = seasonServer()
// No board of a test scrolls.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const round = (weekendId: number, seasonPoints: number | null, state: SeasonEntry['rounds'][number]['state']) => ({
  weekendId,
  seasonPoints,
  state,
})
const ROWS = [
  seasonEntry('mae', {
    position: 1,
    totalPoints: 152,
    weekendsWon: 2,
    rounds: [round(1, 60, 'counted'), round(2, 12, 'dropped'), round(3, 92, 'counted')],
    jokers: [{ weekendId: 3 }],
    joker: { weekendId: 3 },
  }),
  seasonEntry('me', {
    position: 2,
    totalPoints: 140,
    positionChange: -1,
    rounds: [round(1, 100, 'counted'), round(2, 40, 'missed'), round(3, null, 'pending')],
  }),
  seasonEntry('rookie', {
    position: 3,
    totalPoints: 10,
    rounds: [round(1, null, 'before'), round(2, null, 'void'), round(3, 10, 'counted')],
  }),
]

const Address = () => {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}
const open = (address: string) =>
  openSeasonScreen(
    <>
      <LeaderboardPage />
      <Address />
    </>,
    address,
  )
const board = () => screen.findByRole('table', { name: 'Season Standings' })
const rowOf = async (name: string) => within(await board()).getByRole('row', { name: new RegExp(name) })

describe('the switch between weekend and season', () => {
  test('keeps the view in the address', async () => {
    server.serve({ rows: ROWS })
    open('/leaderboard')
    expect(await screen.findByText(/^Current sector standings for/)).toBeTruthy()
    fireEvent.click(await screen.findByRole('radio', { name: 'Season' }))
    expect(await board()).toBeTruthy()
    expect(screen.getByText(/^Season standings for .*2026 Championship/)).toBeTruthy()
    expect(screen.getByText('at /leaderboard?view=season')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Weekend' }))
    expect(await screen.findByText('at /leaderboard')).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Season Standings' })).toBeNull()
    expect(screen.getByRole('link', { name: 'My season' }).getAttribute('href')).toBe('/season?season=1')
  })

  test.each([
    ['there is no season', []],
    ['the season has no rounds', [seasonReply({ status: 'active' })]],
  ])('is not there while %s', async (_, seasons) => {
    server.serve({ seasons })
    open('/leaderboard')
    expect(await screen.findByRole('region', { name: 'Competition Stats' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Season' })).toBeNull()
  })

  test('is about the season of the weekend on screen', async () => {
    const before = { ...SEASON, id: 2, name: '2025 Championship', status: 'completed' as const }
    const weekends = WEEKENDS.map((weekend) => ({ ...weekend, seasonId: 2 }))
    server.serve({ seasons: [SEASON, before], rows: ROWS, weekends })
    openSeasonScreen(<LeaderboardPage />, '/leaderboard?view=season', weekends)
    expect(await screen.findByText(/^Season standings for .*2025 Championship/)).toBeTruthy()
  })
})

describe('the season standings', () => {
  test('have a column for each round that counts, and say what it is for each fan', async () => {
    server.serve({ rows: ROWS })
    open('/leaderboard?view=season')
    const headers = within(await board()).getAllByRole('columnheader', { hidden: true })
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      ...['Pos', 'Change', 'Fan', 'Rounds'],
      ...['R1, Saltbush 360', 'R2, Red Dust 250', 'R3, Ironbark 400'],
      ...['Won', 'Gap', 'Points'],
    ])
    const leader = await rowOf('mae')
    expect(within(leader).getByText('12').tagName).toBe('S')
    expect(leader.textContent).toMatch(/12 dropped92J2–152$/)
    expect((await rowOf('YOU')).textContent).toMatch(/10040 missed– no tip yet0−12140$/)
    expect((await rowOf('rookie')).textContent).toMatch(/– before joining– cancelled10/)
  })

  test('are those of the season in the address, as of a past one', async () => {
    const past = seasonReply({ id: 2, name: '2025 Championship', status: 'completed', weekends: SEASON.weekends })
    server.serve({ seasons: [SEASON, past], rows: ROWS })
    open('/leaderboard?view=season&season=2')
    expect(await screen.findByText(/^Season standings for .*2025 Championship/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /My season/ }).getAttribute('href')).toBe('/season?season=2')
  })

  test('have a sparkline with the same in words', async () => {
    server.serve({ rows: ROWS })
    open('/leaderboard?view=season')
    const bars = within(await rowOf('mae')).getByRole('img', { name: /^R1/ })
    expect(bars.getAttribute('aria-label')).toBe('R1 60, R2 12 dropped, R3 92 with joker')
    // Counted, dropped and joker.
    expect(bars.querySelectorAll('path')).toHaveLength(3)
  })

  test('pin the own row where it is not on the page', async () => {
    const own = { ...ROWS[1]!, position: 101 }
    server.serve({
      rows: [...Array.from({ length: 100 }, (_, index) => seasonEntry(`fan${index}`, { position: index + 1 })), own],
      total: 101,
    })
    open('/leaderboard?view=season')
    const pinned = await screen.findByRole('region', { name: 'Your row' })
    expect(pinned.textContent).toContain('140')
  })

  test('take over the first rows of a frame', async () => {
    server.serve({ rows: ROWS })
    const client = open('/leaderboard?view=season')
    await rowOf('mae')
    const entries = [{ ...ROWS[1]!, position: 1, totalPoints: 220 }, { ...ROWS[0]!, position: 2 }, ROWS[2]!]
    act(() =>
      receiveFrame(client, {
        type: 'season_leaderboard',
        data: { seasonId: 1, groupId: null, version: 4, entries, total: 3 },
        epoch: 'e',
      }),
    )
    await waitFor(async () => expect((await rowOf('YOU')).textContent).toContain('220'))
    const names = within(await board())
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(names[1]).toContain('YOU')
  })

  test('are empty without participants', async () => {
    server.serve({})
    open('/leaderboard?view=season')
    expect(await screen.findByText('Submit a sector tip in any round and you’re on the board.')).toBeTruthy()
  })

  test('say that they could not be loaded, and retry', async () => {
    server.serve({ broken: /seasons\/1\/leaderboard/ })
    open('/leaderboard?view=season')
    expect(await screen.findByText('Couldn’t load the season standings')).toBeTruthy()
    server.serve({ rows: ROWS })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await board()).toBeTruthy()
  })

  test('are replaced by a way to the weekend without a season', async () => {
    server.serve({ seasons: [] })
    open('/leaderboard?view=season')
    expect(await screen.findByText('No season yet')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Weekend standings' }))
    expect(await screen.findByText('at /leaderboard')).toBeTruthy()
  })

  test('say that the seasons could not be loaded', async () => {
    server.serve({ broken: /^\/api\/seasons$/ })
    open('/leaderboard?view=season')
    expect(await screen.findByText('Couldn’t load the season')).toBeTruthy()
  })
})
