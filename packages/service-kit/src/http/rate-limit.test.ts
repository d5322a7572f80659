import { createInProcessCache } from '@purple-sector/cache'
import { describe, expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  test('rejects requests above the limit of a window with the time to wait', async () => {
    const refusal = (seconds: number) => `Wait ${seconds} s.`
    const { count } = rateLimit(createInProcessCache(), { name: 'posts', limit: 2, windowMs: 3_600_000, refusal })
    await count('ann')
    await count('ann')
    await expect(count('ann')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Wait 3600 s.',
      retryAfterSeconds: 3600,
    })
    await count('ben')
  })

  test('accepts a higher limit per call', async () => {
    const { count } = rateLimit(createInProcessCache(), { name: 'posts', limit: 1 })
    await count('ann', 2)
    await count('ann', 2)
    await expect(count('ann')).rejects.toThrow('Too many requests. Please wait a moment.')
  })

  test('returns whether a key is within the limit', async () => {
    const { tryCount } = rateLimit(createInProcessCache(), { name: 'mails', limit: 1 })
    expect(await tryCount('ann')).toBe(true)
    expect(await tryCount('ann')).toBe(false)
  })

  test('shares counts between limits of the same name', async () => {
    const cache = createInProcessCache()
    const rule = { name: 'posts', limit: 1 }
    await rateLimit(cache, rule).count('ann')
    await expect(rateLimit(cache, rule).count('ann')).rejects.toThrow('Too many')
    await rateLimit(cache, { ...rule, name: 'others' }).count('ann')
  })
})
