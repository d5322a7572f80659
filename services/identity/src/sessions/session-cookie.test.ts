import { describe, expect, test } from 'vitest'
import { cookiesFor } from './session-cookie.ts'

describe('the cookies of session and device', () => {
  const entered = { secret: 'secret', device: 'known' }

  test('are bound to the host and to https where the product is served by https', () => {
    const [session, device] = cookiesFor('https://tips.example.org').entered(entered)
    expect(session).toMatch(/^__Host-session=secret; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    expect(device).toBe('__Host-device=known; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure')
  })

  test('work over plain http, too', () => {
    const [session, device] = cookiesFor('http://localhost:8080').entered(entered)
    expect(session).toMatch(/^session=secret; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect(device).toBe('device=known; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
  })
})

describe('the session cookie', () => {
  test('is taken back by an empty one that is over', () => {
    expect(cookiesFor('http://localhost:8080').noSession()).toContain('session=; Path=/; Max-Age=0')
  })

  test('is not mistaken for another', () => {
    const { oidcOf } = cookiesFor('http://localhost:8080')
    expect(oidcOf('xoidc=1; session=2; oidc=3')).toBe('3')
    expect(oidcOf('__Host-oidc=1')).toBeUndefined()
    expect(oidcOf(undefined)).toBeUndefined()
  })
})
