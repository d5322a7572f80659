import { describe, expect, test } from 'vitest'
import { hashOf, isOwnOrigin, sessionCookieName, sessionIdOf } from './authenticate.ts'

describe('with a public URL', () => {
  const publicUrl = 'https://tips.example.com/'
  test('accepts its own origin only', () => {
    expect(isOwnOrigin({ origin: 'https://tips.example.com', host: 'gateway:8080' }, publicUrl)).toBe(true)
    expect(isOwnOrigin({ origin: 'http://tips.example.com', host: 'tips.example.com' }, publicUrl)).toBe(false)
    expect(isOwnOrigin({ origin: 'https://tips.example.com:8443', host: 'tips.example.com:8443' }, publicUrl)).toBe(
      false,
    )
    expect(isOwnOrigin({ origin: 'https://tips.example.com.evil.test' }, publicUrl)).toBe(false)
  })
})

describe('without a public URL', () => {
  test('requires host and port of the request', () => {
    expect(isOwnOrigin({ origin: 'http://localhost:8080', host: 'localhost:8080' }, undefined)).toBe(true)
    expect(isOwnOrigin({ origin: 'http://localhost:3000', host: 'localhost:8080' }, undefined)).toBe(false)
    expect(isOwnOrigin({ origin: 'http://evil.test', host: 'localhost:8080' }, undefined)).toBe(false)
  })
  test('accepts an omitted default port', () => {
    expect(isOwnOrigin({ origin: 'https://tips.example.com', host: 'tips.example.com:443' }, undefined)).toBe(true)
    expect(isOwnOrigin({ origin: 'http://tips.example.com', host: 'tips.example.com:443' }, undefined)).toBe(false)
  })
  test('rejects an opaque origin', () => {
    expect(isOwnOrigin({ origin: 'null', host: 'localhost:8080' }, undefined)).toBe(false)
    expect(isOwnOrigin({ origin: 'file://', host: 'localhost:8080' }, undefined)).toBe(false)
    expect(isOwnOrigin({ origin: '', host: 'localhost:8080' }, undefined)).toBe(false)
  })
})

describe('client without an origin', () => {
  test('accepts a client without an origin as no browser', () => {
    expect(isOwnOrigin({ host: 'localhost:8080' }, undefined)).toBe(true)
    expect(isOwnOrigin({ 'sec-fetch-site': 'same-origin' }, undefined)).toBe(true)
    expect(isOwnOrigin({ 'sec-fetch-site': 'none' }, undefined)).toBe(true)
  })
  test.each(['cross-site', 'same-site'])('rejects a client without an origin that sends %s', (site) => {
    expect(isOwnOrigin({ 'sec-fetch-site': site }, undefined)).toBe(false)
    expect(isOwnOrigin({ 'sec-fetch-site': site }, 'https://tips.example.com')).toBe(false)
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
