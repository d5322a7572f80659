import { describe, expect, it } from 'vitest'
import { cookiesFor } from './session-cookie.ts'

describe('the session cookie', () => {
  it('is bound to the host and to https where the product is served by https', () => {
    const cookie = cookiesFor('https://tips.example.org').session('secret')
    expect(cookie).toMatch(/^__Host-session=secret; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('works over plain http, too', () => {
    expect(cookiesFor('http://localhost:8080').session('secret')).toMatch(
      /^session=secret; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is taken back by an empty one that is over', () => {
    expect(cookiesFor('http://localhost:8080').noSession()).toContain('session=; Path=/; Max-Age=0')
  })

  it('is not mistaken for another', () => {
    const { oidcOf } = cookiesFor('http://localhost:8080')
    expect(oidcOf('xoidc=1; session=2; oidc=3')).toBe('3')
    expect(oidcOf('__Host-oidc=1')).toBeUndefined()
    expect(oidcOf(undefined)).toBeUndefined()
  })
})
