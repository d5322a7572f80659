import { chancesReply, ownSeasonReply, seasonEntry } from '@purple-sector/testing/replies'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openSeasonScreen, SEASON, seasonServer, WEEKENDS } from '../../../../test/render-season.tsx'
import { SeasonCard } from './season-card.tsx'

const server = seasonServer()

const OWN = ownSeasonReply({ position: 3, shared: true, totalPoints: 90, canWin: true, maxReachable: 300 })
const ROWS = ['mae', 'bo', 'me'].map((name, index) =>
  seasonEntry(name, { position: index + 1, totalPoints: [152, 100, 90][index] ?? 0 }),
)
const LAST_ROUND = WEEKENDS.map((weekend) => ({ ...weekend, status: weekend.id === 4 ? 'live' : 'completed' }))

const open = (weekends?: object[]) => openSeasonScreen(<SeasonCard season={SEASON} />, '/', weekends)
const card = () => screen.findByRole('region', { name: 'Season' })

describe('the season card', () => {
  test('shows position, points, the gap to the next fan, the rounds left and the chance', async () => {
    server.serve({ own: OWN, rows: ROWS })
    open()
    const region = await card()
    await waitFor(() => expect(region.textContent).toContain('to bo'))
    for (const text of ['You can still win', 'Position=3of 3 fans', 'Points90', 'Gap to next−10', 'Rounds left2of 4'])
      expect(region.textContent).toContain(text)
    expect(screen.getByRole('link', { name: '2026 Championship' }).getAttribute('href')).toBe('/season?season=1')
  })

  test.each([
    ['Clinched', { canWin: true, clinched: true }],
    ['Out of reach', { canWin: false }],
  ])('says %s', async (label, chance) => {
    server.serve({ own: { ...OWN, ...chance }, rows: ROWS })
    open()
    expect(await screen.findByText(label)).toBeTruthy()
  })

  test.each([
    ['Season won', { position: 1 }],
    ['Finished 1st', { position: 1, totalPoints: 0 }],
    ['Finished 3rd', { position: 3, canWin: false }],
  ])('says how a completed season ended: %s', async (label, own) => {
    server.serve({ own: { ...OWN, ...own }, rows: ROWS })
    openSeasonScreen(<SeasonCard season={{ ...SEASON, status: 'completed' }} />, '/')
    expect(await screen.findByText(label)).toBeTruthy()
  })

  test('says what must happen once a single round is left', async () => {
    const sentences = ['You win if #88 wins.']
    server.serve({ own: OWN, rows: ROWS, weekends: LAST_ROUND, chances: chancesReply({ canWin: true, sentences }) })
    open(LAST_ROUND)
    expect(await screen.findByText('You win if #88 wins.')).toBeTruthy()
  })

  test('says that rounds are still to be scheduled', async () => {
    server.serve({ own: { ...OWN, maxReachable: null }, rows: ROWS })
    open()
    expect(await screen.findByText('Some rounds are still to be scheduled.')).toBeTruthy()
  })

  test('shows a fan without a position before the first result', async () => {
    server.serve({ own: { ...OWN, position: null, shared: false, totalPoints: 0 } })
    open()
    const region = await card()
    await waitFor(() => expect(region.textContent).toContain('Position–no points yet'))
    expect(region.textContent).toContain('Gap to next–')
  })

  test('invites a fan who takes no part, and shows no chance', async () => {
    server.serve({})
    open()
    expect(await screen.findByText('You’re not in this season yet')).toBeTruthy()
    expect(screen.queryByText('Out of reach')).toBeNull()
  })

  test('loads, and says that it failed', async () => {
    server.serve({ broken: /\/me$/ })
    open()
    expect(screen.getByRole('status', { name: 'Loading your season...' })).toBeTruthy()
    expect(await screen.findByText('Couldn’t load your season')).toBeTruthy()
  })
})
