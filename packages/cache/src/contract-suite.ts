import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cache } from './cache.ts'

/** The contract of `Cache`, run against every implementation. */
export const cacheContract = (
  location: string,
  openCache: () => Promise<{ cache: Cache; close(): Promise<void> }>,
): void => {
  describe(`cache in ${location}`, () => {
    let cache: Cache
    let close: () => Promise<void>
    beforeAll(async () => {
      const { cache: openedCache, close: closeCache } = await openCache()
      cache = openedCache
      close = closeCache
    })
    afterAll(() => close())

    test("stores a JSON value detached from the caller's object", async () => {
      const value = { name: 'Käthe', list: [1, null, true] }
      await cache.set('json', value, 60_000)
      value.list.push(2)
      expect(await cache.get('json')).toEqual({ name: 'Käthe', list: [1, null, true] })
    })

    test('distinguishes a stored null from an unknown key', async () => {
      await cache.set('null', null, 60_000)
      expect(await cache.get('null')).toBeNull()
      expect(await cache.get('unknown')).toBeUndefined()
    })

    test('replaces and deletes values', async () => {
      await cache.set('twice', 1, 60_000)
      await cache.set('twice', 2, 60_000)
      expect(await cache.get('twice')).toBe(2)
      await cache.delete('twice')
      expect(await cache.get('twice')).toBeUndefined()
    })

    test('expires a value after its time to live', async () => {
      await cache.set('short', 1, 40)
      await expect.poll(() => cache.get('short')).toBeUndefined()
    })

    test('counts each key separately within a window', async () => {
      const counter = cache.counter({ name: 'each', windowMs: 60_000 })
      expect(await counter.increment('a')).toMatchObject({ count: 1 })
      expect(await counter.increment('b')).toMatchObject({ count: 1 })
      const second = await counter.increment('a')
      expect(second).toMatchObject({ count: 2, lastMsAgo: 0 })
      expect(second.resetsInMs).toBeGreaterThan(50_000)
      expect(second.resetsInMs).toBeLessThanOrEqual(60_000)
    })

    test('reads a count and its age without incrementing it', async () => {
      const counter = cache.counter({ name: 'read only', windowMs: 60_000 })
      expect(await counter.read('a')).toEqual({ count: 0, resetsInMs: 0, lastMsAgo: Number.POSITIVE_INFINITY })
      await counter.increment('a')
      await expect.poll(async () => (await counter.read('a')).lastMsAgo, { interval: 20 }).toBeGreaterThan(30)
      const count = await counter.read('a')
      expect(count.count).toBe(1)
      expect(count.resetsInMs).toBeLessThan(60_000)
      await counter.increment('a')
      expect((await counter.read('a')).count).toBe(2)
    })

    test('counts every one of many concurrent increments', async () => {
      const counter = cache.counter({ name: 'at once', windowMs: 60_000 })
      const counts = await Promise.all(Array.from({ length: 50 }, () => counter.increment('many')))
      expect(Math.max(...counts.map(({ count }) => count))).toBe(50)
    })

    test('starts a new window when one has ended, regardless of its count', async () => {
      const counter = cache.counter({ name: 'short', windowMs: 60 })
      for (let times = 0; times < 3; times++) await counter.increment('window')
      await expect.poll(async () => (await counter.read('window')).count, { interval: 20 }).toBe(0)
      expect((await counter.increment('window')).count).toBe(1)
    })

    test('separates the same key of a value and of two counters', async () => {
      const [first, second] = ['first', 'second'].map((name) => cache.counter({ name, windowMs: 60_000 }))
      await cache.set('same', 'value', 60_000)
      expect(await first?.increment('same')).toMatchObject({ count: 1 })
      expect(await second?.increment('same')).toMatchObject({ count: 1 })
      expect(await cache.get('same')).toBe('value')
    })

    test('sums the last amounts of the parts of a gauge', async () => {
      const gauge = cache.gauge('sockets')
      expect(await gauge.sum()).toBe(0)
      await gauge.set('one', 3, 60_000)
      await gauge.set('other', 4, 60_000)
      await gauge.set('one', 5, 60_000)
      expect(await gauge.sum()).toBe(9)
      expect(await cache.gauge('requests').sum()).toBe(0)
    })

    test('expires a part of a gauge that is not set again', async () => {
      const gauge = cache.gauge('expiring')
      await gauge.set('long', 2, 60_000)
      await gauge.set('short', 3, 40)
      await expect.poll(() => gauge.sum()).toBe(2)
    })

    test('retains a high count when many other keys are counted', async () => {
      const failures = cache.counter({ name: 'failures', windowMs: 60_000 })
      const forms = cache.counter({ name: 'forms', windowMs: 60_000 })
      for (let times = 0; times < 3; times++) await failures.increment('guessed account')
      const otherKeys = Array.from({ length: 2_000 }, (_, index) => `other ${index}`)
      await Promise.all(
        otherKeys.flatMap((key) => [forms.increment(key), failures.increment(key), cache.set(key, 1, 60_000)]),
      )
      expect((await failures.read('guessed account')).count).toBe(3)
    })

    describe('newest values', () => {
      const numbered = (generation: number, sequence: number) => ({
        ...{ generation, sequence },
        value: { lap: sequence },
      })

      test('stores the newest value by generation and sequence, in any order of arrival', async () => {
        const latest = cache.latest('order')
        expect(await latest.read('race')).toBeUndefined()
        expect(await latest.putIfNewer('race', numbered(1, 5), 60_000)).toBe('newest')
        expect(await latest.putIfNewer('race', numbered(1, 5), 60_000)).toBe('older')
        expect(await latest.putIfNewer('race', numbered(1, 4), 60_000)).toBe('older')
        expect(await latest.putIfNewer('race', numbered(2, 1), 60_000)).toBe('newest')
        expect(await latest.putIfNewer('race', numbered(1, 9), 60_000)).toBe('older')
        expect(await latest.putIfNewer('other', numbered(1, 1_763_883_000_123), 60_000)).toBe('newest')
        expect(await latest.read('race')).toEqual(numbered(2, 1))
        expect(await latest.read('other')).toEqual(numbered(1, 1_763_883_000_123))
      })

      test('stores a copy of the same version under another name, if it is newer there too', async () => {
        const [latest, copies] = [cache.latest('original'), cache.latest('copies')]
        const put = (sequence: number) =>
          latest.putIfNewer('race', numbered(1, sequence), 60_000, { name: 'copies', value: `copy ${sequence}` })
        const changes: (number | undefined)[] = []
        const follower = copies.follow((_, newest) => void changes.push(newest?.sequence))
        expect(await put(2)).toBe('newest')
        expect(await latest.read('race')).toEqual(numbered(1, 2))
        expect(await copies.read('race')).toEqual({ generation: 1, sequence: 2, value: 'copy 2' })
        // A follower may skip a value that a newer one replaces before it has read it.
        await expect.poll(() => changes).toContain(2)
        expect(await put(1)).toBe('older')
        await copies.putIfNewer('race', numbered(1, 9), 60_000)
        expect(await put(3)).toBe('newest')
        expect(await latest.read('race')).toEqual(numbered(1, 3))
        expect(await copies.read('race')).toEqual(numbered(1, 9))
        await latest.putIfNewer('race', numbered(1, 10), 60_000)
        expect(await copies.read('race')).toEqual(numbered(1, 9))
        await expect.poll(() => changes.at(-1)).toBe(9)
        expect(new Set(changes)).toEqual(new Set([2, 9]))
        follower.stop()
      })

      test('stores the newest of many concurrent values', async () => {
        const latest = cache.latest('at once')
        await Promise.all(
          Array.from({ length: 40 }, (_, i) => latest.putIfNewer('race', numbered(1, (i * 7) % 40), 60_000)),
        )
        expect(await latest.read('race')).toEqual(numbered(1, 39))
      })

      test('expires a newest value after its time to live and then accepts any version', async () => {
        const latest = cache.latest('short')
        await latest.putIfNewer('race', numbered(1, 5), 40)
        await expect.poll(() => latest.read('race')).toBeUndefined()
        expect(await latest.putIfNewer('race', numbered(1, 1), 60_000)).toBe('newest')
      })

      test('notifies followers of stored values, newer values and removals', async () => {
        const latest = cache.latest('followed')
        await latest.putIfNewer('race', numbered(1, 1), 60_000)
        const changes: [string, number | undefined][] = []
        const follower = latest.follow((key, newest) => void changes.push([key, newest?.sequence]))
        await expect.poll(() => changes).toEqual([['race', 1]])
        await latest.putIfNewer('race', numbered(1, 2), 60_000)
        await latest.putIfNewer('race', numbered(1, 2), 60_000)
        await latest.remove('race')
        await expect
          .poll(() => changes.slice(1))
          .toEqual([
            ['race', 2],
            ['race', undefined],
          ])
        follower.stop()
        await latest.putIfNewer('race', numbered(1, 3), 60_000)
        expect(await latest.read('race')).toEqual(numbered(1, 3))
        expect(changes).toHaveLength(3)
      })
    })
  })
}
