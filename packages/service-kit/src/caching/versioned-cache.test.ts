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

describe('versionedCache', () => {
  test('loads a value once for concurrent and later callers', async () => {
    expect(await Promise.all([cache.get('a', 1, load), cache.get('a', 1, load)])).toEqual(['loaded', 'loaded'])
    expect(await cache.find('a', 1)).toBe('loaded')
    await cache.get('a', 1, load)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('loads another version at once, and does not store the older load', async () => {
    const older = Promise.withResolvers<string>()
    const early = cache.get('a', 1, () => older.promise)
    expect(cache.find('a', 2)).toBeUndefined()
    expect(await cache.get('a', 2, load)).toBe('loaded')
    older.resolve('older')
    expect(await early).toBe('older')
    expect(cache.find('a', 1)).toBeUndefined()
    expect(await cache.find('a', 2)).toBe('loaded')
  })

  test('expires a value after its time to live', async () => {
    await cache.get('a', 1, load)
    now += 1_000
    expect(cache.find('a', 1)).toBeDefined()
    now += 1
    expect(cache.find('a', 1)).toBeUndefined()
  })

  test('keeps a value that has no time to live', async () => {
    cache = versionedCache({ maxEntries: 10, now: () => now })
    await cache.get('a', 1, load)
    now += 1_000_000_000
    expect(await cache.find('a', 1)).toBe('loaded')
  })

  test('does not store a failed load, and keeps another version', async () => {
    const failing = Promise.withResolvers<string>()
    const early = cache.get('a', 1, () => failing.promise)
    await cache.get('a', 2, load)
    failing.reject(new Error('away'))
    await expect(early).rejects.toThrow('away')
    expect(await cache.find('a', 2)).toBe('loaded')
    await expect(cache.get('b', 1, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('b', 1, load)).toBe('loaded')
  })

  test('evicts the least recently used value above the limit', async () => {
    cache = cacheOf(2)
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, 1, load)
    expect(['a', 'b', 'c'].map((key) => cache.find(key, 1) !== undefined)).toEqual([true, false, true])
  })
})

describe('getMany', () => {
  const createReader = (maxEntries = 10) => {
    const cache = versionedCache<string, number, string | undefined>({ maxEntries })
    const loadedKeys: string[][] = []
    const read = (version: number, ...keys: string[]) =>
      getMany(
        cache,
        keys.map((key) => ({ key, version })),
        async (missing) => {
          loadedKeys.push(missing)
          return new Map(missing.flatMap((key) => (key === 'none' ? [] : [[key, `${key}@${version}`]])))
        },
      )
    return { cache, loadedKeys, read }
  }

  test('loads several values by one call for concurrent callers', async () => {
    const { read, loadedKeys } = createReader()
    expect(await Promise.all([read(1, 'open', 'group'), read(1, 'group', 'other')])).toEqual([
      ['open@1', 'group@1'],
      ['group@1', 'other@1'],
    ])
    expect(loadedKeys).toEqual([['open', 'group'], ['other']])
    await read(1, 'open', 'group', 'other')
    expect(loadedKeys).toHaveLength(2)
    expect(await read(2, 'open')).toEqual(['open@2'])
  })

  test('stores undefined for values that the load leaves out', async () => {
    const { read, loadedKeys } = createReader()
    for (let time = 0; time < 2; time++) expect(await read(1, 'open', 'none')).toEqual(['open@1', undefined])
    expect(loadedKeys).toEqual([['open', 'none']])
  })

  test('returns all values when they exceed the limit', async () => {
    const { read } = createReader(1)
    expect(await read(1, 'a', 'b', 'c')).toEqual(['a@1', 'b@1', 'c@1'])
  })

  test('stores nothing when the load fails', async () => {
    const { cache, read } = createReader()
    const fails = () => Promise.reject(new Error('away'))
    await expect(getMany(cache, [{ key: 'open', version: 1 }], fails)).rejects.toThrow('away')
    expect(await read(1, 'open')).toEqual(['open@1'])
  })
})
