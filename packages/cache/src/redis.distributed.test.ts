import { startProxy } from '@purple-sector/testing'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cacheContract } from './contract-suite.ts'
import { createRedisCache } from './redis.ts'

const log = pino({ level: 'silent' })

const ownDatabase = (): string => {
  const url = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')
  url.pathname = '/12'
  return url.href
}

/** Opens a connected cache, with the proxy in front of Redis. */
const openCache = async () => {
  const proxy = await startProxy(ownDatabase())
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
    const redis = new Redis(ownDatabase())
    await redis.flushdb()
    redis.disconnect()
  }
  return { cache, proxy, close }
}

cacheContract('Redis', openCache)

test('shares values, counts and gauges between processes on one Redis', async () => {
  const [here, there] = [await openCache(), await openCache()]
  onTestFinished(here.close)
  onTestFinished(there.close)
  await here.cache.set('shared', 1, 60_000)
  await expect.poll(() => there.cache.get('shared')).toBe(1)
  const kind = { name: 'shared', windowMs: 60_000 }
  await here.cache.counter(kind).increment('a')
  expect(await there.cache.counter(kind).increment('a')).toMatchObject({ count: 2 })
  await here.cache.gauge('sockets').set('here', 2, 60_000)
  await there.cache.gauge('sockets').set('there', 3, 60_000)
  expect(await here.cache.gauge('sockets').sum()).toBe(5)
})

test('returns no values and counts locally while Redis is away, and recovers by itself', async () => {
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

test('includes the local count after Redis is back', async () => {
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

test('does not return values that were deleted or replaced while Redis was away', async () => {
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
  const began = performance.now()
  expect(await cache.get('anything')).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('notifies followers of newer values and removals after Redis is back', async () => {
  const [here, there] = [await openCache(), await openCache()]
  onTestFinished(here.close)
  onTestFinished(there.close)
  const numbered = (sequence: number) => ({ generation: 1, sequence, value: { lap: sequence } })
  const changes: [string, number | undefined][] = []
  const follower = here.cache.latest('followed').follow((key, newest) => void changes.push([key, newest?.sequence]))
  onTestFinished(() => follower.stop())
  const writer = there.cache.latest('followed')
  await writer.putIfNewer('race', numbered(1), 60_000)
  await writer.putIfNewer('gone', numbered(1), 60_000)
  await expect.poll(() => changes.length).toBe(2)
  await here.proxy.cut()
  expect(await here.cache.latest('followed').putIfNewer('race', numbered(9), 60_000)).toBe('away')
  await writer.putIfNewer('race', numbered(2), 60_000)
  await writer.remove('gone')
  await writer.putIfNewer('new', numbered(1), 60_000)
  await here.proxy.restore()
  await expect
    .poll(() => changes.slice(2).toSorted(), { timeout: 20_000 })
    .toEqual([
      ['gone', undefined],
      ['new', 1],
      ['race', 2],
    ])
  await writer.putIfNewer('race', numbered(3), 60_000)
  await expect.poll(() => changes.at(-1)).toEqual(['race', 3])
})
