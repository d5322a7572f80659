import { describe, expect, test } from 'vitest'
import { cacheContract } from './contract-suite.ts'
import { createInProcessCache } from './in-process.ts'

cacheContract('this process', async () => {
  // Smaller than the number of keys in the suite, so that eviction happens.
  const cache = createInProcessCache({ limit: 1_000, keysPerKind: 1_000 })
  return { cache, close: cache.close }
})

test('evicts the least recently used values when the cache is full', async () => {
  const cache = createInProcessCache({ limit: 2 })
  for (const key of ['first', 'second', 'third']) await cache.set(key, key, 60_000)
  expect(await Promise.all(['first', 'second', 'third'].map(cache.get))).toEqual([undefined, 'second', 'third'])
})

test('ends a window of an in-process counter to the millisecond', async () => {
  let now = 0
  const counter = createInProcessCache({ now: () => now }).counter({ name: 'a kind', windowMs: 1_000 })
  expect(await counter.increment('a')).toEqual({ count: 1, resetsInMs: 1_000, lastMsAgo: 0 })
  now = 999
  expect(await counter.increment('a')).toEqual({ count: 2, resetsInMs: 1, lastMsAgo: 0 })
  now = 1_000
  expect((await counter.read('a')).count).toBe(0)
  expect(await counter.increment('a')).toEqual({ count: 1, resetsInMs: 1_000, lastMsAgo: 0 })
})

describe('a full in-process counter', () => {
  const createFullCounter = async () => {
    let now = 0
    const counter = createInProcessCache({ keysPerKind: 3, now: () => now }).counter({
      name: 'a kind',
      windowMs: 1_000,
    })
    for (const key of ['often', 'often', 'first', 'second']) await counter.increment(key)
    const readCounts = (...keys: string[]) => Promise.all(keys.map(async (key) => (await counter.read(key)).count))
    return { counter, readCounts, advance: (ms: number) => (now += ms) }
  }

  test('evicts the oldest of the keys with the lowest count', async () => {
    const { counter, readCounts } = await createFullCounter()
    await counter.increment('third')
    expect(await readCounts('often', 'first', 'second', 'third')).toEqual([2, 0, 1, 1])
  })

  test('retains every count that other keys do not reach', async () => {
    const { counter, readCounts } = await createFullCounter()
    for (let index = 0; index < 1_000; index++) await counter.increment(`other ${index}`)
    expect(await readCounts('often', 'first', 'other 998', 'other 999')).toEqual([2, 0, 1, 1])
  })

  test('evicts ended windows first', async () => {
    const { counter, readCounts, advance } = await createFullCounter()
    advance(1_000)
    for (const key of ['a', 'b', 'c']) await counter.increment(key)
    expect(await readCounts('often', 'a', 'b', 'c')).toEqual([0, 1, 1, 1])
  })
})

test('rejects two window lengths for one kind', () => {
  const cache = createInProcessCache()
  cache.counter({ name: 'a kind', windowMs: 1_000 })
  expect(() => cache.counter({ name: 'a kind', windowMs: 2_000 })).toThrow('two lengths')
})

test('evicts expired values on later writes, even when they are never read again', async () => {
  let now = 1
  const cache = createInProcessCache({ now: () => now })
  await cache.set('short', 'short', 60_000)
  await cache.set('long', 'long', 120_000)
  now = 61_001
  await cache.set('other', 'other', 60_000)
  // Setting the clock back shows which values are still stored.
  now = 30_000
  expect(await Promise.all(['short', 'long', 'other'].map(cache.get))).toEqual([undefined, 'long', 'other'])
})

test('evicts expired newest values on later writes, even when they are never read again', async () => {
  let now = 0
  const latest = createInProcessCache({ now: () => now }).latest('order')
  const putIfNewer = (key: string, sequence: number) =>
    latest.putIfNewer(key, { generation: 1, sequence, value: key }, 1_000)
  await putIfNewer('practice', 1)
  await putIfNewer('race', 1)
  now = 500
  await putIfNewer('practice', 2)
  now = 1_200
  await putIfNewer('race two', 1)
  // Setting the clock back shows which values are still stored.
  now = 600
  expect(await latest.read('race')).toBeUndefined()
  expect(await latest.read('practice')).toMatchObject({ sequence: 2 })
  expect(await latest.read('race two')).toMatchObject({ sequence: 1 })
})
