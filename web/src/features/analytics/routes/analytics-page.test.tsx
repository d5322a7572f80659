import type { AchievementProgress } from '@purple-sector/contracts/engagement/http'
import type { Performance, WeekendFigures } from '@purple-sector/contracts/tipping/http'
import { notificationReply, userReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { achievementReply } from '../components/test-achievements.ts'
import { AnalyticsPage } from './analytics-page.tsx'

const weekend = (weekendId: number, overrides: Partial<WeekendFigures> = {}): WeekendFigures => ({
  weekendId,
  name: `Round ${weekendId}`,
  startDate: `2026-0${weekendId}-20`,
  endDate: `2026-0${weekendId}-22`,
  status: 'completed',
  points: 100 + weekendId,
  rank: weekendId,
  participants: 40,
  correctTips: 6,
  totalTips: 8,
  accuracy: 75,
  ...overrides,
})

const performanceOf = (history: WeekendFigures[], overrides: Partial<Performance> = {}): Performance => ({
  totalWeekends: history.length,
  averageAccuracy: 61.4,
  accuracyChange: 4.2,
  trendingUp: true,
  totalPoints: 1742,
  bestRank: 3,
  bestWeekend: { weekendId: 3, name: 'Round 3' },
  averageRank: 31,
  recentPerformance: history.map(({ points, rank, status, ...rest }) => ({
    ...rest,
    id: rest.weekendId,
    isLive: status === 'live',
    pointsEarned: points,
    weekendRank: rank,
  })),
  insights: [
    { kind: 'best-category', categoryId: 3, category: 'Dunlop Super2 Series', percent: 71, totalTips: 14 },
    { kind: 'changed-tips', changed: 5, leftAlone: 9, difference: -9 },
  ],
  ...overrides,
})

let history: WeekendFigures[]
let performance: Performance
let progress: AchievementProgress[]
let failing: Set<string>
beforeEach(() => {
  history = [
    weekend(4, { status: 'live', correctTips: 0, totalTips: 0, accuracy: null, rank: null }),
    weekend(3),
    weekend(2),
  ]
  performance = performanceOf(history)
  progress = [
    achievementReply({}, { isCompleted: true }),
    achievementReply(
      { id: 'pollster', name: 'Pollster', difficulty: 'silver', iconType: 'newer', points: 30 },
      { progress: 7, maxProgress: 10 },
    ),
  ]
  failing = new Set()
  vi.stubGlobal('fetch', async (path: string) => {
    if (failing.has(path))
      return Response.json({ code: 'UNAVAILABLE', message: 'Busy', requestId: 'r' }, { status: 503 })
    const unlocked = progress.filter(({ isCompleted }) => isCompleted).map(({ achievement }) => achievement)
    const replies: Record<string, unknown> = {
      '/api/analytics/performance': performance,
      '/api/analytics/history': history,
      '/api/achievements': { progress, unlocked },
    }
    return Response.json(replies[path] ?? [])
  })
})
afterEach(() => vi.unstubAllGlobals())

const openAnalytics = () => openPage(<AnalyticsPage />, '/analytics', userReply(), [])
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const figure = async (label: string) => (await screen.findByText(label)).parentElement?.textContent

test('shows four figures over all weekends with their trend, and a back link', async () => {
  openAnalytics()
  expect(await figure('Total weekends')).toBe('Total weekends3since Feb 2026')
  expect(await figure('Average accuracy')).toBe('Average accuracy61.4%4.2 trending up')
  expect(await figure('Total points')).toBe('Total points1,742581 per weekend')
  expect(await figure('Best rank')).toBe('Best rank3Round 3')
  expect(screen.getByText('3 weekends, Feb to Apr 2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile')
})

test('lists recent weekends in a table and marks one without a scored tip', async () => {
  openAnalytics()
  const rows = (await region('Recent performance')).getAllByRole('row').slice(1)
  expect(within(rows[0]!).getByText('No performance data available for this weekend')).toBeTruthy()
  expect(within(rows[0]!).getByText('Live')).toBeTruthy()
  expect(within(rows[1]!).getByRole('img', { name: '6 of 8 tips correct' })).toBeTruthy()
  expect(within(rows[1]!).getByText('20–22 Mar 2026')).toBeTruthy()
  expect(rows[1]!.textContent).toContain('103')
})

test('shows insights as sentences and fills the bar of the average rank by how good it is', async () => {
  openAnalytics()
  const insights = await region('Insights')
  expect(insights.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'You score most in Dunlop Super2 Series: 71% of 14 sessions.',
    'Tips you changed earn 9 points less per session than tips left alone.',
  ])
  const bar = insights.getByRole('img', { name: 'average rank 31' })
  expect(
    [...bar.children].map((each) => each.getAttribute('style')?.includes('--ps-ink')).filter(Boolean),
  ).toHaveLength(4)
})

test('offers the data of the charts as a table for screen readers', async () => {
  openAnalytics()
  const table = await screen.findByRole('table', { name: 'Points and accuracy of each weekend' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['WeekendPointsAccuracy', 'Round 210275%', 'Round 310375%'])
})

test('lists unlocked achievements with their date and the others with their progress', async () => {
  openAnalytics()
  const panel = await region('Achievements')
  expect(await panel.findByText('1 of 2')).toBeTruthy()
  expect(panel.getByText('bronze 1/1')).toBeTruthy()
  expect(panel.getByText('platinum 0/0')).toBeTruthy()
  const [first, second] = panel.getAllByRole('heading', { level: 4 }).map((name) => name.closest('li')!)
  expect(first!.textContent).toContain('14 Mar 2026')
  expect(within(second!).getByRole('img', { name: '7 of 10' })).toBeTruthy()
  expect(second!.textContent).toContain('+30')
})

test('shows an achievement at the moment it is unlocked', async () => {
  const client = openAnalytics()
  const panel = await region('Achievements')
  expect(await panel.findByText('1 of 2')).toBeTruthy()
  progress = progress.map((each) => ({ ...each, isCompleted: true, completedAt: '2026-11-22T01:00:00.000Z' }))
  receiveFrame(client, { type: 'notification', data: notificationReply({ type: 'achievement' }), epoch: 'e' })
  expect(await panel.findByText('2 of 2')).toBeTruthy()
})

test('links a fan without tips to tipping and still lists the achievements', async () => {
  history = []
  performance = performanceOf([], { totalWeekends: 0 })
  openAnalytics()
  expect(await screen.findByText('No performance data available for this weekend')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Purple Sector Tipping' }).getAttribute('href')).toBe('/tipping')
  expect(await (await region('Achievements')).findByText('First Tip')).toBeTruthy()
})

test('shows an error with a retry button beside the panels that did load', async () => {
  failing.add('/api/analytics/performance')
  openAnalytics()
  expect(await screen.findByText('Couldn’t load your performance')).toBeTruthy()
  expect(await (await region('Achievements')).findByText('First Tip')).toBeTruthy()
  failing.clear()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await figure('Total weekends')).toContain('3')
})

test('shows an error when achievements fail to load', async () => {
  failing.add('/api/achievements')
  openAnalytics()
  expect(await screen.findByText('Couldn’t load your achievements')).toBeTruthy()
})
