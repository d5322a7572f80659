import { describe, expect, test } from 'vitest'
import { cookiesFor } from './session-cookie.ts'

describe('session and device cookie', () => {
  const secrets = { secret: 'secret', device: 'known' }

  const attributesOf = (cookie = '') => cookie.split('; ').sort()

  test('are bound to the host and to https if the product is served by https', () => {
    const [session, device] = cookiesFor('https://tips.example.org').signedIn(secrets)
    const bound = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(attributesOf(session)).toEqual([...bound, 'Max-Age=34560000', '__Host-session=secret'].sort())
    expect(attributesOf(device)).toEqual([...bound, 'Max-Age=31536000', '__Host-device=known'].sort())
  })

  test('work over plain http', () => {
    const [session, device] = cookiesFor('http://localhost:8080').signedIn(secrets)
    expect(session).toMatch(/^session=secret; Max-Age=\d+; /)
    expect(attributesOf(device)).toEqual(
      ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Max-Age=31536000', 'device=known'].sort(),
    )
  })
})

describe('cookiesFor', () => {
  test('clears the session cookie with an expired empty one', () => {
    expect(cookiesFor('http://localhost:8080').clearedSession()).toMatch(/^session=; Max-Age=0; Path=\//)
  })

  test('reads only the cookie with exactly that name', () => {
    const { oidcOf } = cookiesFor('http://localhost:8080')
    expect(oidcOf('xoidc=1; session=2; oidc=3')).toBe('3')
    expect(oidcOf('__Host-oidc=1')).toBeUndefined()
    expect(oidcOf(undefined)).toBeUndefined()
  })
})
