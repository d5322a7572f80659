import { describe, expect, test } from 'vitest'
import { hashOf, sessionCookieName, sessionIdOf } from './cookies.ts'

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
