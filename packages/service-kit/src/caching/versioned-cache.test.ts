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
  test('is loaded once, however many ask while it is loaded, and later', async () => {
    expect(await Promise.all([cache.get('a', 1, load), cache.get('a', 1, load)])).toEqual(['loaded', 'loaded'])
    expect(await cache.find('a', 1)).toBe('loaded')
    await cache.get('a', 1, load)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('is loaded again for another version, at once, and the older load is not kept', async () => {
    const older = Promise.withResolvers<string>()
    const early = cache.get('a', 1, () => older.promise)
    expect(cache.find('a', 2)).toBeUndefined()
    expect(await cache.get('a', 2, load)).toBe('loaded')
    older.resolve('older')
    expect(await early).toBe('older')
    expect(cache.find('a', 1)).toBeUndefined()
    expect(await cache.find('a', 2)).toBe('loaded')
  })

  test('is good for its time', async () => {
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

  test('is not kept where its load failed, unless another version is by then', async () => {
    const failing = Promise.withResolvers<string>()
    const early = cache.get('a', 1, () => failing.promise)
    await cache.get('a', 2, load)
    failing.reject(new Error('away'))
    await expect(early).rejects.toThrow('away')
    expect(await cache.find('a', 2)).toBe('loaded')
    await expect(cache.get('b', 1, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('b', 1, load)).toBe('loaded')
  })

  test('is pushed out where there are too many, the one longest unused first', async () => {
    cache = cacheOf(2)
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, 1, load)
    expect(['a', 'b', 'c'].map((key) => cache.find(key, 1) !== undefined)).toEqual([true, false, true])
  })
})

describe('several values', () => {
  const setUp = (maxEntries = 10) => {
    const cache = versionedCache<string, number, string | undefined>({ maxEntries })
    const asked: string[][] = []
    const read = (version: number, ...keys: string[]) =>
      getMany(
        cache,
        keys.map((key) => ({ key, version })),
        async (missing) => {
          asked.push(missing)
          return new Map(missing.flatMap((key) => (key === 'none' ? [] : [[key, `${key}@${version}`]])))
        },
      )
    return { cache, asked, read }
  }

  test('are loaded together and once, however many ask at the same time', async () => {
    const { read, asked } = setUp()
    expect(await Promise.all([read(1, 'open', 'group'), read(1, 'group', 'other')])).toEqual([
      ['open@1', 'group@1'],
      ['group@1', 'other@1'],
    ])
    expect(asked).toEqual([['open', 'group'], ['other']])
    await read(1, 'open', 'group', 'other')
    expect(asked).toHaveLength(2)
    expect(await read(2, 'open')).toEqual(['open@2'])
  })

  test('are remembered as undefined where the load leaves them out', async () => {
    const { read, asked } = setUp()
    for (let time = 0; time < 2; time++) expect(await read(1, 'open', 'none')).toEqual(['open@1', undefined])
    expect(asked).toEqual([['open', 'none']])
  })

  test('are all returned where they are more than are kept', async () => {
    const { read } = setUp(1)
    expect(await read(1, 'a', 'b', 'c')).toEqual(['a@1', 'b@1', 'c@1'])
  })

  test('are not kept where the load failed', async () => {
    const { cache, read } = setUp()
    const fails = () => Promise.reject(new Error('away'))
    await expect(getMany(cache, [{ key: 'open', version: 1 }], fails)).rejects.toThrow('away')
    expect(await read(1, 'open')).toEqual(['open@1'])
  })
})
