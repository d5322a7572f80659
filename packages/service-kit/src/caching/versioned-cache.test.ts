import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getMany, versionedCache } from './versioned-cache.ts'

let now = 1
const cacheOf = (maxEntries = 10) =>
  versionedCache<string, number, string>({ maxEntries, ttlMs: 1_000, now: () => now })
const load = vi.fn(async () => 'loaded')

let cache = cacheOf()
beforeEach(() => {
  now = 1
  load.mockClear()
  cache = cacheOf()
})

describe('a versioned value', () => {
  test('is loaded once for concurrent and later callers', async () => {
    expect(await Promise.all([cache.get('a', 1, load), cache.get('a', 1, load)])).toEqual(['loaded', 'loaded'])
    expect(await cache.find('a', 1)).toBe('loaded')
    await cache.get('a', 1, load)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('is loaded again at once for another version, and the older load is not stored', async () => {
    const older = Promise.withResolvers<string>()
    const early = cache.get('a', 1, () => older.promise)
    expect(cache.find('a', 2)).toBeUndefined()
    expect(await cache.get('a', 2, load)).toBe('loaded')
    older.resolve('older')
    expect(await early).toBe('older')
    expect(cache.find('a', 1)).toBeUndefined()
    expect(await cache.find('a', 2)).toBe('loaded')
  })

  test('expires after its time to live', async () => {
    await cache.get('a', 1, load)
    now += 1_000
    expect(cache.find('a', 1)).toBeDefined()
    now += 1
    expect(cache.find('a', 1)).toBeUndefined()
  })

  test('stays without a time to live', async () => {
    cache = versionedCache({ maxEntries: 10, now: () => now })
    await cache.get('a', 1, load)
    now += 1_000_000_000
    expect(await cache.find('a', 1)).toBe('loaded')
  })

  test('is not stored when its load fails, but another version stays', async () => {
    const failing = Promise.withResolvers<string>()
    const early = cache.get('a', 1, () => failing.promise)
    await cache.get('a', 2, load)
    failing.reject(new Error('away'))
    await expect(early).rejects.toThrow('away')
    expect(await cache.find('a', 2)).toBe('loaded')
    await expect(cache.get('b', 1, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('b', 1, load)).toBe('loaded')
  })

  test('is evicted above the limit, the least recently used first', async () => {
    cache = cacheOf(2)
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, 1, load)
    expect(['a', 'b', 'c'].map((key) => cache.find(key, 1) !== undefined)).toEqual([true, false, true])
  })
})

describe('several values', () => {
  const setUp = (maxEntries = 10) => {
    const cache = versionedCache<string, number, string | undefined>({ maxEntries })
    const requested: string[][] = []
    const read = (version: number, ...keys: string[]) =>
      getMany(
        cache,
        keys.map((key) => ({ key, version })),
        async (missing) => {
          requested.push(missing)
          return new Map(missing.flatMap((key) => (key === 'none' ? [] : [[key, `${key}@${version}`]])))
        },
      )
    return { cache, requested, read }
  }

  test('are loaded by one call for concurrent callers', async () => {
    const { read, requested } = setUp()
    expect(await Promise.all([read(1, 'open', 'group'), read(1, 'group', 'other')])).toEqual([
      ['open@1', 'group@1'],
      ['group@1', 'other@1'],
    ])
    expect(requested).toEqual([['open', 'group'], ['other']])
    await read(1, 'open', 'group', 'other')
    expect(requested).toHaveLength(2)
    expect(await read(2, 'open')).toEqual(['open@2'])
  })

  test('are stored as undefined when the load leaves them out', async () => {
    const { read, requested } = setUp()
    for (let time = 0; time < 2; time++) expect(await read(1, 'open', 'none')).toEqual(['open@1', undefined])
    expect(requested).toEqual([['open', 'none']])
  })

  test('are all returned when they exceed the limit', async () => {
    const { read } = setUp(1)
    expect(await read(1, 'a', 'b', 'c')).toEqual(['a@1', 'b@1', 'c@1'])
  })

  test('are not stored when the load fails', async () => {
    const { cache, read } = setUp()
    const fails = () => Promise.reject(new Error('away'))
    await expect(getMany(cache, [{ key: 'open', version: 1 }], fails)).rejects.toThrow('away')
    expect(await read(1, 'open')).toEqual(['open@1'])
  })
})
