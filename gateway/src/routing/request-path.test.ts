import { describe, expect, test } from 'vitest'
import { parseRequestPath, withEscapedPercents, withoutLastSlash } from './request-path.ts'

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
    const endsInText = (segments: string[]) => segments[4] === 'drivers' && segments.length === 6
    expect(parseRequestPath(target, endsInText)).toEqual({
      segments: ['api', 'admin', 'weekends', '7', 'drivers', 'Kinnear / Doyle'],
      path: target,
      query: '',
    })
    expect(parseRequestPath(target)).toBeUndefined()
    expect(parseRequestPath('/api/admin/weekends/7%2F/drivers/Kinnear%2FDoyle', endsInText)).toBeUndefined()
    expect(parseRequestPath('/api/admin/weekends/7/drivers/..', endsInText)).toBeUndefined()
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
