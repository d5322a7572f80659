import { describe, expect, test } from 'vitest'
import { pageManifestAt, parseRouteManifest, withParts } from './route-manifest.ts'

const files = { scripts: [], styles: [] }
const routeManifest = [
  { pattern: '/', ...files, reads: ['/api/weekends'] },
  { pattern: '/groups/join/:inviteCode', ...files, reads: ['/api/groups/preview/:inviteCode', '/api/tips/:weekendId'] },
]

describe('route manifest', () => {
  test('returns the entry of an address, with its parameters in the reads', () => {
    expect(pageManifestAt(routeManifest, [])?.reads).toEqual(['/api/weekends'])
    expect(pageManifestAt(routeManifest, ['groups', 'join', 'a/b'])?.reads).toEqual([
      '/api/groups/preview/a%2Fb',
      '/api/tips/:weekendId',
    ])
  })

  test('returns no entry for other addresses', () => {
    expect(pageManifestAt(routeManifest, ['groups', 'join'])).toBeUndefined()
    expect(pageManifestAt(routeManifest, ['groups', 'leave', 'x'])).toBeUndefined()
  })

  test('parses a missing manifest as empty, and rejects an invalid one', () => {
    expect(parseRouteManifest(undefined)).toEqual([])
    expect(() => parseRouteManifest('[{"pattern":"/"}]')).toThrow()
  })
})

test('keeps unknown parameters in a read', () => {
  expect(withParts('/api/tips/:weekendId?of=:group', new Map([['weekendId', '3']]))).toBe('/api/tips/3?of=:group')
})
