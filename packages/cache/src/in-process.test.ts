import { expect, it } from 'vitest'
import { cacheContract } from './contract-suite.ts'
import { createInProcessCache } from './in-process.ts'

cacheContract('this process', async () => {
  const cache = createInProcessCache()
  return { cache, close: cache.close }
})

it('forgets the oldest when it is full', async () => {
  const cache = createInProcessCache({ limit: 2 })
  for (const key of ['first', 'second', 'third']) await cache.set(key, key, 60_000)
  expect(await Promise.all(['first', 'second', 'third'].map(cache.get))).toEqual([undefined, 'second', 'third'])
})

it('ends a window to the millisecond', async () => {
  let now = 0
  const cache = createInProcessCache({ now: () => now })
  expect(await cache.increment('a', 1_000)).toEqual({ count: 1, resetsInMs: 1_000 })
  now = 999
  expect(await cache.increment('a', 1_000)).toEqual({ count: 2, resetsInMs: 1 })
  now = 1_000
  expect(await cache.increment('a', 1_000)).toEqual({ count: 1, resetsInMs: 1_000 })
})
