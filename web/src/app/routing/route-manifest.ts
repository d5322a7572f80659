import type { Audience } from './routes.ts'

/**
 * The data that a page shows first, which the gateway puts into the document. A page that is not listed fetches
 * everything itself.
 */
export type PageManifest = {
  /** As in the table of pages, where pattern and audience identify a page. */
  pattern: string
  audience: Audience
  /** The page's module, below `src`. */
  module: string
  /** The first reads. `:weekendId` is the weekend on screen, other parameters come from the address. */
  reads: readonly string[]
}

const weekend = '/api/weekends/:weekendId'
const races = `${weekend}/races`
const productRaces = `${weekend}/purple-sector-races`
const board = `${weekend}/leaderboard?limit=100&offset=0`
const tips = '/api/tips/:weekendId'
const groups = '/api/groups/overview'

/** The reads of the frame around every page about a weekend. */
const frame = ['/api/weekends', '/api/categories', races, `${weekend}/my-stats`]

const fan = (pattern: string, module: string, reads: readonly string[] = []): PageManifest => ({
  ...{ pattern, module, reads },
  audience: 'fan',
})

export const routeManifest: readonly PageManifest[] = [
  fan('/', 'features/dashboard/routes/dashboard-page.tsx', [...frame, productRaces, tips, board]),
  fan('/tipping', 'features/tipping/routes/tipping-page.tsx', [...frame, productRaces, tips]),
  fan('/groups', 'features/groups/routes/groups-page.tsx', [...frame, groups]),
  fan('/my-tips', 'features/my-tips/routes/my-tips-page.tsx', [...frame, productRaces, tips, groups]),
  fan('/leaderboard', 'features/competitions/routes/leaderboard-page.tsx', [...frame, productRaces, board]),
  fan('/heat-map', 'features/heat-map/heat-map-page.tsx', [...frame, `${weekend}/heat-map`]),
  fan('/driver-poll', 'features/driver-poll/routes/driver-poll-page.tsx', [
    ...frame,
    '/api/driver-poll/:weekendId/user',
  ]),
  fan('/race-chat', 'features/race-chat/race-chat-page.tsx', [...frame, `${weekend}/chat?limit=100`]),
  fan('/profile', 'features/profile/routes/profile-page.tsx', frame),
  fan('/live-timing', 'features/live-timing/routes/live-timing-page.tsx', frame),
  fan('/analytics', 'features/analytics/routes/analytics-page.tsx', [
    '/api/analytics/performance',
    '/api/analytics/history',
  ]),
  fan('/history', 'features/analytics/routes/history-page.tsx', ['/api/analytics/history']),
  { pattern: '/admin', audience: 'administrator', module: 'features/admin/setup/routes/setup-page.tsx', reads: [] },
]
