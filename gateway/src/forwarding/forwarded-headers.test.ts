import { describe, expect, test } from 'vitest'
import { forwardedHeaders, identityTokens } from './forwarded-headers.ts'

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

const verified = {
  requestId: 'r1',
  traceparent: '00-a-b-01',
  address: '203.0.113.7',
  protocol: 'https',
  host: 'tips.example.com',
  identityToken: undefined,
  passesCookie: false,
}

describe('forwarded headers', () => {
  test('removes headers that a client may not set', () => {
    const headers = forwardedHeaders(
      {
        accept: 'application/json',
        'idempotency-key': 'k1',
        'x-identity': 'forged',
        'x-internal-caller': 'weekends',
        'x-internal-signature': 'forged',
        'x-client-address': '10.0.0.1',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-user': 'root',
        forwarded: 'for=10.0.0.1',
        cookie: 'session=secret',
      },
      verified,
    )
    expect(headers).toEqual({
      accept: 'application/json',
      'idempotency-key': 'k1',
      'x-request-id': 'r1',
      traceparent: '00-a-b-01',
      'x-client-address': '203.0.113.7',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'tips.example.com',
    })
  })

  test('includes the identity token, and the cookie for identity only', () => {
    const headers = forwardedHeaders(
      { cookie: 'session=secret' },
      { ...verified, identityToken: 't', passesCookie: true },
    )
    expect(headers).toMatchObject({ 'x-identity': 't', cookie: 'session=secret' })
  })

  test('removes hop-by-hop headers', () => {
    const inbound = {
      connection: 'keep-alive, X-Hop',
      'keep-alive': 'timeout=5',
      'transfer-encoding': 'chunked',
      te: 'trailers',
      expect: '100-continue',
      upgrade: 'h2c',
      'x-hop': '1',
      'content-type': 'application/json',
    }
    const kept = Object.keys(forwardedHeaders(inbound, verified)).filter((name) => name in inbound)
    expect(kept).toEqual(['content-type'])
  })
})
