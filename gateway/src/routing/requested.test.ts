import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { requestedOf, UNPARSABLE } from './requested.ts'

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
