import { createInProcessCache } from '@purple-sector/cache'
import { describe, expect, test } from 'vitest'
import { findRoute } from '../routing/find-route.ts'
import { checkBodySize, createLimiter, maxBodyBytes } from './limits.ts'

describe('limiter', () => {
  const limits = { writes: 1, adminWrites: 2, openData: 60 }
  const fan = { userId: 'ann', isAdmin: false }
  test('rejects requests above the limit with Retry-After', async () => {
    let now = 0
    const limiter = createLimiter(createInProcessCache({ now: () => now }), limits)
    await limiter.write(fan)
    now = 20_000
    await expect(limiter.write(fan)).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 40 })
    now = 60_000
    await limiter.write(fan)
  })
  test('shares limits between gateways with one cache', async () => {
    const cache = createInProcessCache()
    await createLimiter(cache, limits).write(fan)
    await expect(createLimiter(cache, limits).write(fan)).rejects.toMatchObject({ kind: 'too-many' })
  })
  test('allows larger bodies for uploads than for forms', () => {
    const find = (method: string, ...path: string[]) => findRoute(method, ['api', ...path])
    expect(() => checkBodySize(undefined, maxBodyBytes(find('POST', 'tips')))).not.toThrow()
    expect(() => checkBodySize('2000000', maxBodyBytes(find('POST', 'admin', 'upload-race-image')))).not.toThrow()
    expect(() => checkBodySize('2000000', maxBodyBytes(find('POST', 'tips')))).toThrow('too large')
  })
})
