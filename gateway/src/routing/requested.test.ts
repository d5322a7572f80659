import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { requestedOf, UNREADABLE } from './requested.ts'

const requestOf = (url: string): IncomingMessage => Object.assign(new IncomingMessage(new Socket()), { url })

test('a target is parsed once, and its answer stays with the request', () => {
  const request = requestOf('/api/%74ips?x=1')
  const first = requestedOf(request)
  expect(first).toMatchObject({ path: { path: '/api/tips', query: '?x=1' }, route: { path: '/api/tips/**' } })
  request.url = '/api/weekends'
  expect(requestedOf(request)).toBe(first)
})

test.each([
  ['//api/tips', UNREADABLE],
  ['/api/tips//', '/api'],
  ['/api/docs//', UNREADABLE],
])('%s cannot be read, fits no route and leads to %s', (target, path) => {
  expect(requestedOf(requestOf(target))).toMatchObject({ path: { path, query: '' }, route: undefined })
})
