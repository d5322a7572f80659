import type { ServiceName } from '@purple-sector/contracts/services'
import type { ShedKind } from './overload/load-shedding.ts'
import { compileRoutes } from './routing/route-matcher.ts'

/**
 * One row of the route table. A route of a service that is not installed answers 404.
 * - `anonymous`: needs no session; all other routes do.
 * - `read`: answered from this gateway's memory if possible.
 * - `open`: for programs and pages of other sites; no sign-in, a limit per address and minute.
 * - `upload`: allows a body larger than a form's megabyte.
 * - `text`: the last segment is free text, slashes included.
 * - `ends`: the sessions that a successful call ends: this one, or those of the user that identity ended.
 * - `changes`: the caller's identity is fetched again after a call.
 * - `sheds`: rejected when more writes of this kind are in flight than services can answer in time. Other writes are
 *   never shed, in particular race control and sign-ins.
 */
export type Route = {
  service: ServiceName
  path: string
  anonymous?: true
  open?: true
  read?: 'board' | 'engagement-board' | 'weekends' | 'heat-map' | 'unread-count' | 'timing' | 'open-data'
  upload?: true
  text?: true
  ends?: 'session' | 'other-sessions'
  changes?: 'caller'
  sheds?: ShedKind
}

const OPEN = { anonymous: true, open: true } as const

/**
 * The whole public surface: the first matching row decides, so special rows come before general ones.
 * `:x` is one segment, `**` is any number of them, or none. Matched on the decoded path, case-sensitive. A path that
 * matches no row is not forwarded.
 */
export const routes: readonly Route[] = [
  // Accounts and people
  { service: 'identity', path: '/api/login', anonymous: true },
  { service: 'identity', path: '/api/logout', anonymous: true, ends: 'session' },
  { service: 'identity', path: '/api/auth/register', anonymous: true },
  { service: 'identity', path: '/api/auth/login', anonymous: true },
  { service: 'identity', path: '/api/auth/verify', anonymous: true, changes: 'caller' },
  { service: 'identity', path: '/api/auth/password/forgot', anonymous: true },
  { service: 'identity', path: '/api/auth/password/reset', anonymous: true },
  { service: 'identity', path: '/api/auth/oidc/**', anonymous: true },
  { service: 'identity', path: '/api/auth/password', ends: 'other-sessions' },
  { service: 'identity', path: '/api/auth/logout-everywhere', ends: 'other-sessions' },
  { service: 'identity', path: '/api/auth/sessions/:id', ends: 'other-sessions' },
  { service: 'identity', path: '/api/auth/**' },
  { service: 'identity', path: '/api/profile/theme', changes: 'caller' },
  { service: 'identity', path: '/api/profile', ends: 'other-sessions' },
  { service: 'identity', path: '/api/profile/**' },
  { service: 'identity', path: '/api/users/**' },

  // Paths below a weekend that belong to another service
  { service: 'tipping', path: '/api/weekends/:id/leaderboard', read: 'board' },
  { service: 'tipping', path: '/api/weekends/:id/my-stats' },
  { service: 'tipping', path: '/api/weekends/:id/picks' },
  { service: 'tipping', path: '/api/weekends/:id/my-points' },
  { service: 'chat', path: '/api/weekends/:id/chat', sheds: 'messages' },
  { service: 'chat', path: '/api/weekends/:id/chat/**' },
  { service: 'engagement', path: '/api/weekends/:id/heat-map', read: 'heat-map' },

  // Open data
  { service: 'weekends', path: '/api/open/weekends', ...OPEN, read: 'open-data' },
  { service: 'weekends', path: '/api/open/weekends/:id/sessions.ics', ...OPEN, read: 'open-data' },
  { service: 'tipping', path: '/api/open/weekends/:id/leaderboard.json', ...OPEN, read: 'open-data' },
  { service: 'tipping', path: '/api/open/weekends/:id/leaderboard.csv', ...OPEN },
  { service: 'admin', path: '/api/open/weekends/:id/results.json', ...OPEN, read: 'open-data' },
  { service: 'admin', path: '/api/open/weekends/:id/results.csv', ...OPEN, read: 'open-data' },

  // Weekends, sessions, cars
  { service: 'weekends', path: '/api/weekends/**', read: 'weekends' },
  { service: 'weekends', path: '/api/categories', read: 'weekends' },
  { service: 'weekends', path: '/api/cars/:raceId', read: 'weekends' },
  { service: 'weekends', path: '/api/cars/**' },

  // Race control, then the administration of weekends
  { service: 'admin', path: '/api/admin/races/:id/results/read', upload: true },
  { service: 'admin', path: '/api/admin/races/:id/results' },
  { service: 'admin', path: '/api/admin/races/:id/results/revisions' },
  { service: 'admin', path: '/api/admin/races/:id/lock-at' },
  { service: 'admin', path: '/api/races/:id/results' },
  { service: 'admin', path: '/api/admin/races/:id/results/timing' },
  // Programs authenticate with a key, which race control checks.
  { service: 'admin', path: '/api/live-timing/races/:id/snapshots', anonymous: true },
  { service: 'admin', path: '/api/live-timing/races/:raceId', read: 'timing' },
  { service: 'admin', path: '/api/live-timing/**' },
  { service: 'admin', path: '/api/admin/upload-cars/**', upload: true },
  { service: 'admin', path: '/api/admin/generate-pdf/**' },
  { service: 'admin', path: '/api/admin/reports/**' },
  { service: 'admin', path: '/api/admin/audit' },
  { service: 'admin', path: '/api/admin/webhooks/**' },
  { service: 'admin', path: '/api/admin/audit.csv' },
  { service: 'tipping', path: '/api/admin/weekends/:id/points/:userId' },
  { service: 'chat', path: '/api/admin/chat/**' },
  { service: 'weekends', path: '/api/admin/weekends/:id/drivers/:driverName', text: true },
  { service: 'weekends', path: '/api/admin/weekends/**' },
  { service: 'weekends', path: '/api/admin/categories/**' },
  { service: 'weekends', path: '/api/admin/races/**' },
  { service: 'weekends', path: '/api/admin/cars/**' },
  { service: 'weekends', path: '/api/admin/upload-race-image', upload: true },

  // Tips, boards, analytics
  { service: 'tipping', path: '/api/tips/**', sheds: 'tips' },
  { service: 'tipping', path: '/api/analytics/**' },
  { service: 'tipping', path: '/api/groups/:id/leaderboard/:weekendId' },
  { service: 'tipping', path: '/api/groups/:id/race-progress' },
  { service: 'tipping', path: '/api/groups/:id/category-standings' },
  { service: 'tipping', path: '/api/groups/:id/picks' },
  { service: 'tipping', path: '/api/groups/leaderboards/**' },

  // Groups and their chat
  { service: 'chat', path: '/api/groups/:id/chat', sheds: 'messages' },
  { service: 'chat', path: '/api/groups/:id/chat/**' },
  { service: 'chat', path: '/api/chat/**' },
  { service: 'groups', path: '/api/groups/preview/:inviteCode', anonymous: true },
  { service: 'groups', path: '/api/groups/**' },
  { service: 'groups', path: '/api/invitations/**' },

  // Engagement
  { service: 'engagement', path: '/api/engagement/leaderboard/:weekendId', read: 'engagement-board' },
  { service: 'engagement', path: '/api/engagement/**' },
  { service: 'engagement', path: '/api/fan-engagement/**' },
  { service: 'engagement', path: '/api/notifications/unsubscribe/:token', anonymous: true },
  { service: 'engagement', path: '/api/notifications/:weekendId/count', read: 'unread-count' },
  { service: 'engagement', path: '/api/notifications/**' },
  { service: 'engagement', path: '/api/driver-poll/**' },
  { service: 'engagement', path: '/api/achievements/**' },
  { service: 'engagement', path: '/api/social-share/pictures/:name', anonymous: true },
  { service: 'engagement', path: '/api/social-share/shared/:name', anonymous: true },
  { service: 'engagement', path: '/api/social-share/**' },
]

/** The row that matches a decoded path. */
export const routeOf: (segments: readonly string[]) => Route | undefined = compileRoutes(routes)

/** Whether the last segment is free text, in which an encoded slash is no separator. */
export const endsInText = (segments: readonly string[]): boolean => routeOf(segments)?.text ?? false
