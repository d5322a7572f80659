import type { Page } from '@playwright/test'
import type { Performance, WeekendFigures } from '@purple-sector/contracts/tipping/http'

const WEEKENDS: [
  name: string,
  startDate: string,
  endDate: string,
  correct: number,
  total: number,
  points: number,
  rank: number,
][] = [
  ['Southern Cross 500', '2026-11-20', '2026-11-22', 6, 8, 118, 12],
  ['Ironbark 400', '2026-10-17', '2026-10-18', 7, 8, 164, 9],
  ['Harbour City Sprint', '2026-09-12', '2026-09-13', 4, 7, 71, 58],
  ['Red Dust 250', '2026-08-15', '2026-08-16', 6, 8, 142, 3],
  ['Snowgum Twin 200', '2026-07-18', '2026-07-19', 3, 6, 48, 91],
  ['Big Prawn 300', '2026-06-06', '2026-06-07', 5, 8, 97, 27],
  ['Saltbush 360', '2026-05-02', '2026-05-03', 3, 8, 61, 44],
  ['Opal Coast 400', '2026-03-14', '2026-03-15', 4, 8, 88, 31],
]

const history = WEEKENDS.map(
  ([name, startDate, endDate, correctTips, totalTips, points, rank], index): WeekendFigures => ({
    weekendId: 100 - index,
    name,
    startDate,
    endDate,
    status: index === 0 ? 'live' : 'completed',
    points,
    rank,
    participants: 240,
    correctTips,
    totalTips,
    accuracy: Math.round((correctTips / totalTips) * 1000) / 10,
  }),
)

const performance: Performance = {
  totalWeekends: history.length,
  averageAccuracy: 62.3,
  accuracyChange: 20.1,
  trendingUp: true,
  totalPoints: history.reduce((sum, { points }) => sum + points, 0),
  bestRank: 3,
  bestWeekend: { weekendId: 97, name: 'Red Dust 250' },
  averageRank: 34.4,
  recentPerformance: history.slice(0, 6).map(({ points, rank, status, ...weekend }) => ({
    ...weekend,
    id: weekend.weekendId,
    isLive: status === 'live',
    pointsEarned: points,
    weekendRank: rank,
  })),
  insights: [
    { kind: 'best-category', categoryId: 3, category: 'Dunlop Super2 Series', percent: 71, totalTips: 14 },
    { kind: 'changed-tips', changed: 17, leftAlone: 44, difference: 9 },
    { kind: 'winners', winners: 12, totalTips: 61 },
    { kind: 'top-of-field', percent: 14.3 },
  ],
}

/** The figures of a fan who has tipped a whole season, which the product's own data does not have. */
export const mockSeason = async (page: Page): Promise<void> => {
  await page.route(/api\/analytics\/history/, (route) => route.fulfill({ json: history }))
  await page.route(/api\/analytics\/performance/, (route) => route.fulfill({ json: performance }))
  await page.reload()
  await page.getByRole('region', { name: 'Form' }).locator('.recharts-surface').last().waitFor()
}
