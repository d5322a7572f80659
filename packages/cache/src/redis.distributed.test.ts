import { startProxy } from '@purple-sector/testing'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cacheContract } from './contract-suite.ts'
import { createRedisCache } from './redis.ts'

const log = pino({ level: 'silent' })

const testDatabaseUrl = (): string => {
  const url = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')
  url.pathname = '/12'
  return url.href
}

/** Opens a connected cache, with the proxy in front of Redis. */
const openCache = async () => {
  const proxy = await startProxy(testDatabaseUrl())
  const cache = createRedisCache({ url: proxy.url, log })
  await vi.waitFor(
    async () => {
      await cache.set('connected', true, 10_000)
      expect(await cache.get('connected')).toBe(true)
    },
    { timeout: 30_000 },
  )
  const close = async (): Promise<void> => {
    await cache.close()
    await proxy.stop()
    const redis = new Redis(testDatabaseUrl())
    await redis.flushdb()
    redis.disconnect()
  }
  return { cache, proxy, close }
}

cacheContract('Redis', openCache)

test('shares values, counts and gauges between processes on one Redis', async () => {
  const [first, second] = [await openCache(), await openCache()]
  onTestFinished(first.close)
  onTestFinished(second.close)
  await first.cache.set('shared', 1, 60_000)
  await expect.poll(() => second.cache.get('shared')).toBe(1)
  const kind = { name: 'shared', windowMs: 60_000 }
  await first.cache.counter(kind).increment('a')
  expect(await second.cache.counter(kind).increment('a')).toMatchObject({ count: 2 })
  await first.cache.gauge('sockets').set('first', 2, 60_000)
  await second.cache.gauge('sockets').set('second', 3, 60_000)
  expect(await first.cache.gauge('sockets').sum()).toBe(5)
})

test('returns no values and counts locally while Redis is unreachable, and recovers', async () => {
  const { cache, proxy, close } = await openCache()
  onTestFinished(close)
  await cache.set('stored', 1, 60_000)
  const counter = cache.counter({ name: 'limit', windowMs: 60_000 })
  await counter.increment('a')
  await proxy.cut()
  expect(await cache.get('stored')).toBeUndefined()
  expect(await cache.gauge('sockets').sum()).toBeUndefined()
  expect(await counter.read('a')).toMatchObject({ count: 0 })
  expect(await counter.increment('a')).toMatchObject({ count: 1 })
  expect(await counter.increment('a')).toMatchObject({ count: 2 })
  await proxy.restore()
  await expect.poll(() => cache.get('stored')).toBe(1)
  expect(await counter.increment('a')).toMatchObject({ count: 2 })
})

test('includes the local count after Redis is reachable again', async () => {
  const { cache, proxy, close } = await openCache()
  onTestFinished(close)
  const counter = cache.counter({ name: 'failures', windowMs: 60_000 })
  await cache.set('stored', 1, 60_000)
  await proxy.cut()
  for (let times = 0; times < 3; times++) await counter.increment('a')
  await proxy.restore()
  await expect.poll(() => cache.get('stored')).toBe(1)
  expect(await counter.read('a')).toMatchObject({ count: 3 })
})

test('does not return values that were deleted or replaced while Redis was unreachable', async () => {
  const { cache, proxy, close } = await openCache()
  onTestFinished(close)
  await cache.set('session', 'signed in', 60_000)
  await cache.set('board', 'old', 60_000)
  await cache.set('other', 1, 60_000)
  await proxy.cut()
  await cache.delete('session')
  await cache.set('board', 'new', 60_000)
  await proxy.restore()
  await expect.poll(() => cache.get('other')).toBe(1)
  expect(await cache.get('session')).toBeUndefined()
  expect(await cache.get('board')).toBeUndefined()
  await cache.set('session', 'again', 60_000)
  expect(await cache.get('session')).toBe('again')
})

test('waits at most half a second for an unreachable Redis', async () => {
  const cache = createRedisCache({ url: 'redis://127.0.0.1:9', log })
  onTestFinished(cache.close)
  const startedAt = performance.now()
  expect(await cache.get('anything')).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('notifies followers of newer values and removals after Redis is reachable again', async () => {
  const [first, second] = [await openCache(), await openCache()]
  onTestFinished(first.close)
  onTestFinished(second.close)
  const numbered = (sequence: number) => ({ generation: 1, sequence, value: { lap: sequence } })
  const changes: [string, number | undefined][] = []
  const follower = first.cache.latest('followed').follow((key, newest) => void changes.push([key, newest?.sequence]))
  onTestFinished(() => follower.stop())
  const writer = second.cache.latest('followed')
  await writer.putIfNewer('race', numbered(1), 60_000)
  await writer.putIfNewer('removed', numbered(1), 60_000)
  await expect.poll(() => changes.length).toBe(2)
  await first.proxy.cut()
  expect(await first.cache.latest('followed').putIfNewer('race', numbered(9), 60_000)).toBe('away')
  await writer.putIfNewer('race', numbered(2), 60_000)
  await writer.remove('removed')
  await writer.putIfNewer('new', numbered(1), 60_000)
  await first.proxy.restore()
  await expect
    .poll(() => changes.slice(2).toSorted(), { timeout: 20_000 })
    .toEqual([
      ['new', 1],
      ['race', 2],
      ['removed', undefined],
    ])
  await writer.putIfNewer('race', numbered(3), 60_000)
  await expect.poll(() => changes.at(-1)).toEqual(['race', 3])
})
