import type { Tip } from '@purple-sector/contracts/tipping/http'
import { weekendSchema } from '@purple-sector/contracts/weekends/http'
import { seasonSchema } from '@purple-sector/contracts/weekends/seasons'
import { groupReply, raceReply, seasonReply, tipReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { ServerRenderedContext } from '../../../ui/base/server-rendered.ts'
import { userQuery } from '../../session/user-query.ts'
import { seasonsQuery } from '../../weekend-data/api/season-queries.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../../weekend-data/components/active-weekend.tsx'
import { MyTipsPage } from './my-tips-page.tsx'

const race = raceReply()
const tip = (id: number, overrides: Partial<Tip> = {}) => tipReply({ id, ...overrides })
const inGroup = (id: number, groupId: number, points = 0) => tip(id, { groupId, tipSource: 'group', points })

let tips: Tip[] = []
/** Tips of the second weekend. */
let nextTips: Tip[] = []
let seasons: object[] = []
let weekends = [weekendReply()]
/** The path that replies 503. */
let broken: string | undefined
beforeEach(() => {
  broken = undefined
  seasons = []
  weekends = [weekendReply()]
  vi.stubGlobal('fetch', async (path: string) => {
    const replies: Record<string, unknown> = {
      '/api/auth/user': userReply(),
      '/api/weekends': weekends,
      '/api/seasons': seasons,
      '/api/weekends/1/purple-sector-races': [race],
      '/api/weekends/1/my-stats': { position: 12, totalPoints: 0, tipsSubmitted: 0, successRate: 0, recentForm: [] },
      '/api/tips/1': tips,
      '/api/tips/2': nextTips,
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

const openMyTips = (address = '/my-tips') =>
  render(
    <InApp address={address}>
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

test('lists categories that still take a tip, but none of a weekend that is not announced', async () => {
  tips = []
  const { unmount } = openMyTips()
  expect(await screen.findByText('Not tipped yet')).toBeTruthy()
  unmount()
  weekends = [weekendReply({ isActive: false })]
  openMyTips()
  expect(await screen.findByText('No sector tips')).toBeTruthy()
  expect(screen.queryByText('Not tipped yet')).toBeNull()
})

const asSeason = () => {
  weekends = [
    weekendReply({ seasonId: 1, round: 1, status: 'live' }),
    weekendReply({
      id: 2,
      name: 'Red Dust 250',
      startDate: '2099-08-15',
      endDate: '2099-08-16',
      seasonId: 1,
      round: 2,
    }),
  ]
  seasons = [seasonReply({ weekends: [1, 2].map((weekendId) => ({ weekendId, round: weekendId, multiplier: 1 })) })]
}

test('filters by a round of the season, and marks automatic tips', async () => {
  asSeason()
  tips = [tip(1, { points: 75 })]
  nextTips = [tip(2, { weekendId: 2, isAutomatic: true, isCopy: true })]
  openMyTips()
  const filter = await screen.findByLabelText<HTMLSelectElement>('Round')
  expect([...filter.options].map(({ label }) => label)).toEqual(['R1 · Southern Cross 500', 'R2 · Red Dust 250'])
  expect(screen.queryByText('Automatic')).toBeNull()
  fireEvent.change(filter, { target: { value: '2' } })
  expect(await screen.findByText('Automatic')).toBeTruthy()
  expect(screen.getByText('Open tip')).toBeTruthy()
  expect(screen.getByText('Every car you’ve picked for Red Dust 250.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Why these points/ }).getAttribute('href')).toContain('round=2')
  fireEvent.change(filter, { target: { value: '' } })
  expect((await rows('My Sector Tips'))[0]).toContain('75 points')
})

test('shows the round in the address, and the active weekend for one that does not exist', async () => {
  asSeason()
  const { unmount } = openMyTips('/my-tips?round=2')
  expect(await screen.findByText('Every car you’ve picked for Red Dust 250.')).toBeTruthy()
  unmount()
  openMyTips('/my-tips?round=9')
  expect(await screen.findByText('Every car you’ve picked for Southern Cross 500.')).toBeTruthy()
})

test('keeps the round in the address when a page of another weekend is hydrated', async () => {
  asSeason()
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply())
  client.setQueryData(weekendsQuery.queryKey, weekendSchema.array().parse(weekends))
  client.setQueryData(seasonsQuery.queryKey, seasonSchema.array().parse(seasons))
  const page = (
    <ServerRenderedContext value={{ now: Date.now(), isPhone: false }}>
      <InApp address="/my-tips?round=1" client={client}>
        <ActiveWeekendProvider>
          <MyTipsPage />
        </ActiveWeekendProvider>
      </InApp>
    </ServerRenderedContext>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  // The weekend that was chosen before the reload: the second one.
  sessionStorage.setItem('purple-sector.weekend', JSON.stringify({ userId: userReply().id, weekendId: 2 }))
  const root = await act(async () => hydrateRoot(container, page))
  expect((await screen.findByLabelText<HTMLSelectElement>('Round')).value).toBe('1')
  expect(await screen.findByText('Every car you’ve picked for Southern Cross 500.')).toBeTruthy()
  act(() => root.unmount())
  sessionStorage.clear()
})

test('offers no rounds without a season', async () => {
  tips = [tip(1)]
  openMyTips()
  await screen.findByText('Tipping Summary')
  expect(screen.queryByLabelText('Round')).toBeNull()
})
