import type { Tip } from '@purple-sector/contracts/tipping/http'
import { groupReply, raceReply, tipReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { ActiveWeekendProvider } from '../../weekend-data/components/active-weekend.tsx'
import { MyTipsPage } from './my-tips-page.tsx'

const race = raceReply()
const tip = (id: number, overrides: Partial<Tip> = {}) => tipReply({ id, ...overrides })
const inGroup = (id: number, groupId: number, points = 0) => tip(id, { groupId, tipSource: 'group', points })

let tips: Tip[] = []
/** The path that replies 503. */
let broken: string | undefined
beforeEach(() => {
  broken = undefined
  vi.stubGlobal('fetch', async (path: string) => {
    const replies: Record<string, unknown> = {
      '/api/auth/user': userReply(),
      '/api/weekends': [weekendReply()],
      '/api/weekends/1/purple-sector-races': [race],
      '/api/weekends/1/my-stats': { position: 12, totalPoints: 0, tipsSubmitted: 0, successRate: 0, recentForm: [] },
      '/api/tips/1': tips,
      '/api/groups/overview': {
        groups: [
          groupReply({ id: 4 }),
          groupReply({ id: 5, name: 'Apex Predators', approvalStatus: 'pending' }),
          groupReply({ id: 6, name: 'Office Grid' }),
        ],
        invitations: [],
      },
    }
    if (path === broken) return new Response('{"code":"UNAVAILABLE","message":"Busy","requestId":"r"}', { status: 503 })
    return Response.json(replies[path] ?? [])
  })
})
afterEach(() => vi.unstubAllGlobals())

const openMyTips = () =>
  render(
    <InApp>
      <ActiveWeekendProvider>
        <MyTipsPage />
      </ActiveWeekendProvider>
    </InApp>,
  )
const rows = async (title: string) =>
  within(await screen.findByRole('region', { name: title }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const figure = (label: string) => screen.getByText(label).parentElement?.textContent

test('lists group tips by group, with points once approved, and sector tips', async () => {
  tips = [tip(1, { points: 75 }), inGroup(2, 4, 270), inGroup(3, 5, 40), inGroup(4, 6)]
  openMyTips()
  expect(await rows('My Group Tips')).toEqual([
    '7Car #7 - Jed HarrowellBrightline RacingRepco Supercars Championship · Apex PredatorsPending ApprovalNov 20, 2026 · 10:41 am',
    '7Car #7 - Jed HarrowellBrightline RacingRepco Supercars Championship · Office Gridno points yetNov 20, 2026 · 10:41 am',
    '7Car #7 - Jed HarrowellBrightline RacingRepco Supercars Championship · Pit Lane Pundits270 pointsNov 20, 2026 · 10:41 am',
  ])
  expect(await rows('My Sector Tips')).toEqual([
    '7Car #7 - Jed HarrowellBrightline RacingRepco Supercars Championship75 pointsNov 20, 2026 · 10:41 am',
  ])
  expect(screen.getByRole('heading', { name: 'Tipping Summary' })).toBeTruthy()
  expect(figure('Group tips')).toBe('Group tips3in 3 groups, 1 pending')
  expect(figure('Group points')).toBe('Group points270from 2 groups')
  expect(figure('Sector points')).toContain('75')
  expect(figure('Sector tips')).toContain('1 / 1')
})

test('links to tipping and shows no totals without tips', async () => {
  tips = []
  openMyTips()
  expect(await screen.findByText('No group tips')).toBeTruthy()
  expect(screen.getByText('No sector tips')).toBeTruthy()
  expect(screen.getByText(/Visit the Groups page/)).toBeTruthy()
  expect(screen.getByText(/Visit the Tipping page/)).toBeTruthy()
  expect(screen.queryByText('Tipping Summary')).toBeNull()
})

test('shows an error and retries', async () => {
  tips = [tip(1)]
  broken = '/api/tips/1'
  openMyTips()
  expect(await screen.findByText('Couldn’t load your tips')).toBeTruthy()
  broken = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Tipping Summary')).toBeTruthy()
})

test('lists tips while the groups fail to load, and adds their names once loaded', async () => {
  tips = [tip(1, { points: 75 }), inGroup(2, 4, 270)]
  broken = '/api/groups/overview'
  openMyTips()
  expect(await screen.findByText('Group names aren’t available right now')).toBeTruthy()
  expect(await rows('My Sector Tips')).toHaveLength(1)
  expect(await rows('My Group Tips')).toEqual([
    '7Car #7 - Jed HarrowellBrightline RacingRepco Supercars Championship270 pointsNov 20, 2026 · 10:41 am',
  ])
  expect(figure('Sector points')).toContain('75')
  expect(figure('Group points')).toBe('Group points–')
  broken = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Pit Lane Pundits')).toBeTruthy()
  expect(screen.queryByText('Group names aren’t available right now')).toBeNull()
})
