import type { Audience } from './routes.ts'

/** A page whose document carries its files and first replies; the build writes them into the route manifest. */
type ListedPage = {
  /** As in the table of pages, where pattern and audience identify a page. */
  pattern: string
  audience: Audience
  /** The page's module, below `src`. A fan's page exports its first queries from there as `reads`. */
  module: string
}

const fan = (pattern: string, module: string): ListedPage => ({ pattern, module, audience: 'fan' })

/** The pages in the route manifest. A page that is not listed fetches everything itself. */
export const listedPages: readonly ListedPage[] = [
  fan('/', 'features/dashboard/routes/dashboard-page.tsx'),
  fan('/tipping', 'features/tipping/routes/tipping-page.tsx'),
  fan('/groups', 'features/groups/routes/groups-page.tsx'),
  fan('/my-tips', 'features/my-tips/routes/my-tips-page.tsx'),
  fan('/leaderboard', 'features/competitions/routes/leaderboard-page.tsx'),
  fan('/season', 'features/seasons/routes/season-page.tsx'),
  fan('/heat-map', 'features/heat-map/heat-map-page.tsx'),
  fan('/driver-poll', 'features/driver-poll/routes/driver-poll-page.tsx'),
  fan('/race-chat', 'features/race-chat/race-chat-page.tsx'),
  fan('/profile', 'features/profile/routes/profile-page.tsx'),
  fan('/live-timing', 'features/live-timing/routes/live-timing-page.tsx'),
  fan('/analytics', 'features/analytics/routes/analytics-page.tsx'),
  fan('/history', 'features/analytics/routes/history-page.tsx'),
  { pattern: '/admin', audience: 'administrator', module: 'features/admin/setup/routes/setup-page.tsx' },
]
