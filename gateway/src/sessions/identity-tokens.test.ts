import { describe, expect, test } from 'vitest'
import { identityTokens } from './identity-tokens.ts'
import { hashOf, sessionCookieName, sessionIdOf } from './session-cookie.ts'

const session = {
  hash: 'h',
  sessionId: 's',
  userId: 'u',
  username: 'ann',
  firstName: null,
  lastName: null,
  isAdmin: false,
  theme: null,
  expiresAt: '2026-11-21T00:00:00.000Z',
}

describe('identity token', () => {
  test('signs an identity token once, and again before its end or after a changed identity', async () => {
    let now = 1_000_000
    let signed = 0
    const tokenFor = identityTokens(
      async ({ username }) => `${username} ${++signed}`,
      () => now,
    )
    expect(await tokenFor(session)).toBe('ann 1')
    expect(await tokenFor({ ...session, expiresAt: '2026-12-21T00:00:00.000Z' })).toBe('ann 1')
    now += 9 * 60_000
    expect(await tokenFor(session)).toBe('ann 2')
    expect(await tokenFor({ ...session, isAdmin: true })).toBe('ann 3')
    expect(await tokenFor({ ...session, hash: 'other' })).toBe('ann 4')
  })

  test('signs an identity token again after a failure', async () => {
    let isBroken = true
    const tokenFor = identityTokens(async () => {
      if (isBroken) throw new Error('no key')
      return 'token'
    })
    await expect(tokenFor(session)).rejects.toThrow('no key')
    isBroken = false
    expect(await tokenFor(session)).toBe('token')
  })
})

describe('session cookie', () => {
  const id = 'A'.repeat(43)
  test('reads the session cookie of the exact name', () => {
    expect(sessionCookieName(true)).toBe('__Host-session')
    expect(sessionIdOf(`theme=dark; session=${id}; x=1`, 'session')).toBe(id)
    expect(sessionIdOf(`__Host-session=${id}`, 'session')).toBeUndefined()
    expect(sessionIdOf(`session=${id}`, '__Host-session')).toBeUndefined()
    expect(sessionIdOf(`xsession=${id}`, 'session')).toBeUndefined()
    expect(sessionIdOf(undefined, 'session')).toBeUndefined()
  })
  test('reads the first session cookie, and only a valid id', () => {
    expect(sessionIdOf(`session=short; session=${id}`, 'session')).toBeUndefined()
    expect(sessionIdOf(`session=${'A'.repeat(500)}`, 'session')).toBeUndefined()
    expect(sessionIdOf(`session=${id}"`, 'session')).toBeUndefined()
  })
  test('hashes the session id', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
