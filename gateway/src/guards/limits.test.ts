import { createInProcessCache } from '@purple-sector/cache'
import { describe, expect, test } from 'vitest'
import { addressKey, checkBodySize, createLimiter } from './limits.ts'

describe('an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

describe('limits', () => {
  const limits = { registration: 2, writes: 1, adminWrites: 2 }
  const fan = { userId: 'ann', isAdmin: false }
  test('refuse what is above them and say when to come back', async () => {
    let now = 0
    const limiter = createLimiter(createInProcessCache({ now: () => now }), limits)
    await limiter.write(fan)
    now = 20_000
    await expect(limiter.write(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 40 })
    now = 60_000
    await limiter.write(fan)
  })
  test('are shared by the gateways that share a cache', async () => {
    const cache = createInProcessCache()
    await createLimiter(cache, limits).registration('203.0.113.7')
    await createLimiter(cache, limits).registration('::ffff:203.0.113.7')
    await expect(createLimiter(cache, limits).registration('203.0.113.7')).rejects.toMatchObject({ kind: 'too-many' })
  })
  test('let uploads be larger than forms', () => {
    expect(() => checkBodySize(undefined, false)).not.toThrow()
    expect(() => checkBodySize('2000000', true)).not.toThrow()
    expect(() => checkBodySize('2000000', false)).toThrow('too large')
  })
})
