import { describe, expect, test } from 'vitest'
import { endsInText, routeOf, routes } from './route-table.ts'
import { parseRequestPath } from './routing/request-path.ts'

const serviceOf = (target: string): string | undefined => {
  const path = parseRequestPath(target, endsInText)
  return path && routeOf(path.segments)?.service
}

describe('route table', () => {
  test.each([
    ['/api/login', 'identity'],
    ['/api/logout', 'identity'],
    ['/api/auth/user', 'identity'],
    ['/api/auth/oidc/callback?code=1', 'identity'],
    ['/api/auth/sessions/0198', 'identity'],
    ['/api/profile', 'identity'],
    ['/api/profile/avatar', 'identity'],
    ['/api/users/search?q=ann', 'identity'],
    ['/api/weekends', 'weekends'],
    ['/api/weekends/current', 'weekends'],
    ['/api/weekends/7/races', 'weekends'],
    ['/api/weekends/7/purple-sector-races', 'weekends'],
    ['/api/weekends/7/leaderboard', 'tipping'],
    ['/api/weekends/7/my-stats', 'tipping'],
    ['/api/weekends/7/picks', 'tipping'],
    ['/api/weekends/7/my-points', 'tipping'],
    ['/api/admin/weekends/7/points/b2c3', 'tipping'],
    ['/api/weekends/7/chat', 'chat'],
    ['/api/weekends/7/heat-map?category=x', 'engagement'],
    ['/api/categories', 'weekends'],
    ['/api/admin/categories/7', 'weekends'],
    ['/api/cars/3', 'weekends'],
    ['/api/tips', 'tipping'],
    ['/api/tips/7', 'tipping'],
    ['/api/groups', 'groups'],
    ['/api/groups/overview', 'groups'],
    ['/api/groups/4/leaderboard/7', 'tipping'],
    ['/api/groups/4/race-progress', 'tipping'],
    ['/api/groups/4/category-standings', 'tipping'],
    ['/api/groups/4/picks', 'tipping'],
    ['/api/groups/leaderboards/7', 'tipping'],
    ['/api/groups/4/chat/9', 'chat'],
    ['/api/groups/4/members', 'groups'],
    ['/api/groups/preview/Zm9vYmFy', 'groups'],
    ['/api/invitations/3', 'groups'],
    ['/api/analytics/performance', 'tipping'],
    ['/api/admin/weekends/7/duplicate', 'weekends'],
    ['/api/admin/weekends/7/drivers/Kinnear%2FDoyle', 'weekends'],
    ['/api/admin/races', 'weekends'],
    ['/api/admin/races/3/status', 'weekends'],
    ['/api/admin/races/3/results?preview=true', 'admin'],
    ['/api/admin/races/3/results/read', 'admin'],
    ['/api/admin/races/3/lock-at', 'admin'],
    ['/api/races/3/results', 'admin'],
    ['/api/live-timing/status', 'admin'],
    ['/api/live-timing/races/3', 'admin'],
    ['/api/admin/races/3/results/timing', 'admin'],
    ['/api/admin/audit', 'admin'],
    ['/api/admin/audit.csv?action=result.corrected', 'admin'],
    ['/api/admin/races/3/results/revisions', 'admin'],
    ['/api/admin/upload-cars', 'admin'],
    ['/api/admin/upload-cars/template', 'admin'],
    ['/api/admin/upload-race-image', 'weekends'],
    ['/api/admin/chat/weekend/3', 'chat'],
    ['/api/driver-poll', 'engagement'],
    ['/api/notifications/7/count', 'engagement'],
  ])('maps %s to %s', (target, service) => {
    expect(serviceOf(target)).toBe(service)
  })

  test.each([
    '/internal/republish',
    '/internal/sessions/resolve',
    '/metrics',
    '/api/internal/republish',
    '/api/metrics',
    '/API/weekends',
    '/api/Weekends',
    '/api/weekendsx',
    '/api/races/3',
    '/api/login/extra',
    '/api/admin',
    '/api/admin/users',
    '/api',
    '/healthz',
    '/weekends/api/weekends',
    '/api/admin/weekends/7%2Fdrivers/Kinnear',
    '/api/admin/weekends/7/drivers%2FKinnear%2FDoyle',
    '/api/admin/cars/7%2F8',
  ])('does not forward %s', (target) => {
    expect(serviceOf(target)).toBeUndefined()
  })

  test('sheds tips and messages only', () => {
    const shed = routes.flatMap(({ path, sheds }) => (sheds ? [[sheds, path]] : []))
    expect(shed).toEqual([
      ['messages', '/api/weekends/:id/chat'],
      ['tips', '/api/tips/**'],
      ['messages', '/api/groups/:id/chat'],
    ])
  })
})
