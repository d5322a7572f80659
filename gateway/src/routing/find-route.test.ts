import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import { describe, expect, test } from 'vitest'
import {
  findRoute,
  parseRequestPath,
  requestedOf,
  UNPARSABLE,
  withEscapedPercents,
  withoutLastSlash,
} from './find-route.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const findByTarget = (method: string, target: string) => {
  const path = parseRequestPath(target)
  return path && findRoute(method, path.segments)
}
/** The service that handles any method of a target. */
const serviceOf = (target: string): string | undefined =>
  METHODS.map((method) => findByTarget(method, target)?.service).find(Boolean)

describe('routes', () => {
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
    ['/api/admin/seasons/import/template', 'weekends'],
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

  test('a word of a path precedes a parameter', () => {
    expect(findByTarget('GET', '/api/groups/leaderboards/7')?.path).toBe('/api/groups/leaderboards/:weekendId')
    expect(findByTarget('GET', '/api/weekends/current')?.path).toBe('/api/weekends/current')
    expect(findByTarget('GET', '/api/weekends/7')?.path).toBe('/api/weekends/:id')
  })

  test('calls of one path that name its parameter differently are told apart by method', () => {
    expect(findByTarget('GET', '/api/admin/cars/7')?.path).toBe('/api/admin/cars/:weekendId')
    expect(findByTarget('PATCH', '/api/admin/cars/7')?.path).toBe('/api/admin/cars/:id')
  })

  test('a method that is not defined has no route', () => {
    expect(findByTarget('PUT', '/api/tips')).toBeUndefined()
    expect(findByTarget('GET', '/api/tips')).toBeUndefined()
    expect(findByTarget('DELETE', '/api/weekends')).toBeUndefined()
  })

  test('HEAD has the route of GET, except where a GET has side effects', () => {
    expect(findByTarget('HEAD', '/api/weekends')?.path).toBe('/api/weekends')
    expect(findByTarget('HEAD', '/api/logout')).toBeUndefined()
  })

  test('open data has its route for every method', () => {
    for (const method of [...METHODS, 'OPTIONS'])
      expect(findByTarget(method, '/api/open/weekends')?.access).toBe('open-data')
  })

  test('only tips and messages are shed', () => {
    const shed = ROUTES.flatMap(({ method, path, shedClass }) => (shedClass ? [[shedClass, method, path]] : []))
    expect(shed.toSorted()).toEqual([
      ['messages', 'POST', '/api/groups/:id/chat'],
      ['messages', 'POST', '/api/weekends/:id/chat'],
      ['tips', 'PATCH', '/api/tips/:id'],
      ['tips', 'POST', '/api/tips'],
    ])
  })
})

const requestOf = (url: string): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url })

test('parses a target once per request', () => {
  const request = requestOf('/api/%77eekends?x=1')
  const first = requestedOf(request)
  expect(first).toMatchObject({
    path: { path: '/api/weekends', query: '?x=1' },
    route: { path: '/api/weekends' },
  })
  request.url = '/api/categories'
  expect(requestedOf(request)).toBe(first)
})

test.each([
  ['//api/tips', UNPARSABLE],
  ['/api/tips//', '/api'],
  ['/api/docs//', UNPARSABLE],
])('maps unreadable %s to no route and path %s', (target, path) => {
  expect(requestedOf(requestOf(target))).toMatchObject({ path: { path, query: '' }, route: undefined })
})

test('caches parsed targets of cached reads, and no invented ones', () => {
  const of = (url: string) => requestedOf(requestOf(url))
  const board = '/api/weekends/4/leaderboard'
  expect(of(board)).toBe(of(board))
  expect(of(`${board}?x=${'y'.repeat(200)}`)).not.toBe(of(`${board}?x=${'y'.repeat(200)}`))
  expect(of('/api/users/4')).not.toBe(of('/api/users/4'))
  const first = of(board)
  for (let made = 0; made < 1_000; made++) of(`${board}?offset=${made}`)
  expect(of(board)).not.toBe(first)
  expect(of(board)).toEqual(first)
})

describe('request target', () => {
  test.each([
    ['/', [], '/', ''],
    ['/api/weekends', ['api', 'weekends'], '/api/weekends', ''],
    [
      '/api/weekends/7/leaderboard?limit=5',
      ['api', 'weekends', '7', 'leaderboard'],
      '/api/weekends/7/leaderboard',
      '?limit=5',
    ],
    [
      '/api/admin/weekends/7/drivers/J.%20Smith',
      ['api', 'admin', 'weekends', '7', 'drivers', 'J. Smith'],
      '/api/admin/weekends/7/drivers/J.%20Smith',
      '',
    ],
    ['/api/users/caf%C3%A9', ['api', 'users', 'café'], '/api/users/caf%C3%A9', ''],
    ['/%61pi/tips', ['api', 'tips'], '/api/tips', ''],
    ['/api/tips/%2561', ['api', 'tips', '%61'], '/api/tips/%2561', ''],
  ])('normalizes %s', (target, segments, path, query) => {
    expect(parseRequestPath(target)).toEqual({ segments, path, query })
    expect(parseRequestPath(path + query)).toEqual({ segments, path, query })
  })

  test('accepts an encoded slash in free text at its end', () => {
    const target = '/api/admin/weekends/7/drivers/Kinnear%20%2F%20Doyle'
    expect(parseRequestPath(target)).toEqual({
      segments: ['api', 'admin', 'weekends', '7', 'drivers', 'Kinnear / Doyle'],
      path: target,
      query: '',
    })
    expect(parseRequestPath('/api/users/Kinnear%20%2F%20Doyle')).toBeUndefined()
    expect(parseRequestPath('/api/admin/weekends/7%2F/drivers/Kinnear%2FDoyle')).toBeUndefined()
    expect(parseRequestPath('/api/admin/weekends/7/drivers/..')).toBeUndefined()
  })

  test.each([
    '/api//tips',
    '//api/tips',
    '/api/tips/',
    '/api/./tips',
    '/api/../internal/republish',
    '/api/%2e%2e/internal/republish',
    '/api/.%2E/internal/republish',
    '/api%2ftips',
    '/api/tips%2F..%2F..%2Finternal',
    '/api/tips/%5c..%5cinternal',
    '/api\\tips',
    '/api/tips/%00',
    '/api/tips/%0d%0aX-Identity:%20me',
    '/api/tips/%zz',
    '/api/tips/%c0%ae%c0%ae/internal',
    '/api/tips#/internal',
    'http://localhost/internal/republish',
    'internal/republish',
    '*',
    '',
  ])('rejects %s', (target) => {
    expect(parseRequestPath(target)).toBeUndefined()
  })
})

describe('page with a trailing slash', () => {
  test.each([
    ['/tipping/', '/tipping'],
    ['/my-tips/?from=mail', '/my-tips?from=mail'],
    ['/groups/join/abc/', '/groups/join/abc'],
    ['/api/docs/', '/api/docs'],
  ])('redirects %s to %s', (target, page) => {
    expect(withoutLastSlash(target)).toBe(page)
  })
  test.each([
    '/',
    '//',
    '//evil.example/',
    '/\\\\evil.example/',
    '/%2f%2fevil.example/',
    '/tipping//',
    '/tipping',
    '/api/tips/',
    '',
  ])('finds no page for %s', (target) => {
    expect(withoutLastSlash(target)).toBeUndefined()
  })
})

describe('page address cut off within an encoding', () => {
  test.each([
    ['/groups/join/%E0%A4%A', '/groups/join/%25E0%25A4%25A'],
    ['/groups/join/50%?from=mail', '/groups/join/50%25?from=mail'],
    ['/%zz', '/%25zz'],
  ])('redirects %s to %s', (target, page) => {
    expect(withEscapedPercents(target)).toBe(page)
    const { path, query } = parseRequestPath(page) ?? {}
    expect(`${path}${query}`).toBe(page)
  })
  test.each([
    '/groups/join/abc',
    '//evil.example/%zz',
    '/../%zz',
    '/%2f%2fevil.example/%zz',
    '/\\evil.example/%zz',
    '/%5cevil.example/%zz',
    '/tipping/%zz/',
    '/tipping/%00/%zz',
    'http://evil.example/%zz',
    '/api/tips/%zz',
    '/%61pi/tips/%zz',
    '',
  ])('finds no page for %s', (target) => {
    expect(withEscapedPercents(target)).toBeUndefined()
  })
})
