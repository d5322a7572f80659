import { describe, expect, test } from 'vitest'
import { pageManifestAt, parseRouteManifest, withParts } from './route-manifest.ts'

const files = { scripts: [], styles: [] }
const routeManifest = [
  { pattern: '/', ...files, reads: ['/api/weekends'] },
  { pattern: '/groups/join/:inviteCode', ...files, reads: ['/api/groups/preview/:inviteCode', '/api/tips/:weekendId'] },
]

describe('what a page begins with', () => {
  test('is found by its address, whose parts stand in its reads', () => {
    expect(pageManifestAt(routeManifest, [])?.reads).toEqual(['/api/weekends'])
    expect(pageManifestAt(routeManifest, ['groups', 'join', 'a/b'])?.reads).toEqual([
      '/api/groups/preview/a%2Fb',
      '/api/tips/:weekendId',
    ])
  })

  test('is nothing of other addresses', () => {
    expect(pageManifestAt(routeManifest, ['groups', 'join'])).toBeUndefined()
    expect(pageManifestAt(routeManifest, ['groups', 'leave', 'x'])).toBeUndefined()
  })

  test('is nothing where the build says nothing of it', () => {
    expect(parseRouteManifest(undefined)).toEqual([])
    expect(() => parseRouteManifest('[{"pattern":"/"}]')).toThrow()
  })
})

test('a read keeps the parts that are not known', () => {
  expect(withParts('/api/tips/:weekendId?of=:group', new Map([['weekendId', '3']]))).toBe('/api/tips/3?of=:group')
})
