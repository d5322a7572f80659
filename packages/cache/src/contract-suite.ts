import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cache } from './cache.ts'

/** What a cache promises, wherever it keeps its values. */
export const cacheContract = (where: string, open: () => Promise<{ cache: Cache; close(): Promise<void> }>): void => {
  describe(`cache in ${where}`, () => {
    let cache: Cache
    let close: () => Promise<void>
    beforeAll(async () => {
      const opened = await open()
      cache = opened.cache
      close = opened.close
    })
    afterAll(() => close())

    it('keeps JSON values apart from those who gave them', async () => {
      const value = { name: 'Käthe', list: [1, null, true] }
      await cache.set('json', value, 60_000)
      value.list.push(2)
      expect(await cache.get('json')).toEqual({ name: 'Käthe', list: [1, null, true] })
    })

    it('tells a kept null from something unknown', async () => {
      await cache.set('null', null, 60_000)
      expect(await cache.get('null')).toBeNull()
      expect(await cache.get('unknown')).toBeUndefined()
    })

    it('replaces and deletes', async () => {
      await cache.set('twice', 1, 60_000)
      await cache.set('twice', 2, 60_000)
      expect(await cache.get('twice')).toBe(2)
      await cache.delete('twice')
      expect(await cache.get('twice')).toBeUndefined()
    })

    it('forgets after the time to live', async () => {
      await cache.set('short', 1, 40)
      await expect.poll(() => cache.get('short')).toBeUndefined()
    })

    it('counts within a window, each key for itself', async () => {
      expect(await cache.increment('a', 60_000)).toMatchObject({ count: 1 })
      expect(await cache.increment('b', 60_000)).toMatchObject({ count: 1 })
      const second = await cache.increment('a', 60_000)
      expect(second.count).toBe(2)
      expect(second.resetsInMs).toBeGreaterThan(50_000)
      expect(second.resetsInMs).toBeLessThanOrEqual(60_000)
    })

    it('counts every one of many at once', async () => {
      const counts = await Promise.all(Array.from({ length: 50 }, () => cache.increment('many', 60_000)))
      expect(Math.max(...counts.map(({ count }) => count))).toBe(50)
    })

    it('begins a new window when one has ended, however often it was counted', async () => {
      for (let times = 0; times < 3; times++) await cache.increment('window', 60)
      await expect.poll(async () => (await cache.increment('window', 60)).count, { interval: 20 }).toBe(1)
    })

    it('keeps a count apart from a value of the same name', async () => {
      await cache.set('same', 'value', 60_000)
      expect(await cache.increment('same', 60_000)).toMatchObject({ count: 1 })
      expect(await cache.get('same')).toBe('value')
    })
  })
}
