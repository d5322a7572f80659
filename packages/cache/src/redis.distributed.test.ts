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

/** A cache that is connected, and the way to it. */
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

test('is shared by the processes on one Redis', async () => {
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

test('knows nothing and counts alone while Redis is away, and heals by itself', async () => {
  const { cache, proxy, close } = await openCache()
  onTestFinished(close)
  await cache.set('kept', 1, 60_000)
  const counter = cache.counter({ name: 'limit', windowMs: 60_000 })
  await counter.increment('a')
  await proxy.cut()
  expect(await cache.get('kept')).toBeUndefined()
  expect(await cache.gauge('sockets').sum()).toBeUndefined()
  expect(await counter.read('a')).toMatchObject({ count: 0 })
  expect(await counter.increment('a')).toMatchObject({ count: 1 })
  expect(await counter.increment('a')).toMatchObject({ count: 2 })
  await proxy.restore()
  await expect.poll(() => cache.get('kept')).toBe(1)
  expect(await counter.increment('a')).toMatchObject({ count: 2 })
})

test('still counts what it counted alone, when Redis is back', async () => {
  const { cache, proxy, close } = await openCache()
  onTestFinished(close)
  const counter = cache.counter({ name: 'failures', windowMs: 60_000 })
  await cache.set('kept', 1, 60_000)
  await proxy.cut()
  for (let times = 0; times < 3; times++) await counter.increment('a')
  await proxy.restore()
  await expect.poll(() => cache.get('kept')).toBe(1)
  expect(await counter.read('a')).toMatchObject({ count: 3 })
})

test('does not bring back what was deleted or replaced while Redis was away', async () => {
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

test('waits no longer than half a second for a Redis that is not there', async () => {
  const cache = createRedisCache({ url: 'redis://127.0.0.1:9', log })
  onTestFinished(cache.close)
  const began = performance.now()
  expect(await cache.get('anything')).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('whoever follows newest values hears of them again when Redis is back: newer ones, removals and what came meanwhile', async () => {
  const [here, there] = [await openCache(), await openCache()]
  onTestFinished(here.close)
  onTestFinished(there.close)
  const numbered = (sequence: number) => ({ generation: 1, sequence, value: { lap: sequence } })
  const heard: [string, number | undefined][] = []
  const following = here.cache.latest('followed').follow((key, newest) => void heard.push([key, newest?.sequence]))
  onTestFinished(() => following.stop())
  const told = there.cache.latest('followed')
  await told.putIfNewer('race', numbered(1), 60_000)
  await told.putIfNewer('gone', numbered(1), 60_000)
  await expect.poll(() => heard.length).toBe(2)
  await here.proxy.cut()
  expect(await here.cache.latest('followed').putIfNewer('race', numbered(9), 60_000)).toBe('away')
  await told.putIfNewer('race', numbered(2), 60_000)
  await told.remove('gone')
  await told.putIfNewer('new', numbered(1), 60_000)
  await here.proxy.restore()
  await expect
    .poll(() => heard.slice(2).toSorted(), { timeout: 20_000 })
    .toEqual([
      ['gone', undefined],
      ['new', 1],
      ['race', 2],
    ])
  await told.putIfNewer('race', numbered(3), 60_000)
  await expect.poll(() => heard.at(-1)).toEqual(['race', 3])
})
