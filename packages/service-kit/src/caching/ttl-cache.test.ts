import { beforeEach, describe, expect, test } from 'vitest'
import { type TtlCacheOptions, ttlCache } from './ttl-cache.ts'

let now = 0
let loads: string[] = []
const minutes = (count: number): number => count * 60_000

const cacheOf = (options: Partial<TtlCacheOptions<string>> = {}) =>
  ttlCache<string, string>({ maxEntries: 10, ttlMs: 1_000, now: () => now, ...options })
const load =
  (key: string, value = key) =>
  async () => {
    loads.push(value)
    return value
  }
/** Loads that the test finishes. */
const heldLoads = () => {
  const held: PromiseWithResolvers<string>[] = []
  const begin = (): Promise<string> => {
    const one = Promise.withResolvers<string>()
    held.push(one)
    return one.promise
  }
  return { held, begin }
}

let cache = cacheOf()
beforeEach(() => {
  now = 1_000_000
  loads = []
  cache = cacheOf()
})

describe('a cached value', () => {
  test('is loaded once for concurrent callers and until it expires', async () => {
    expect(await Promise.all([cache.get('a', load('a')), cache.get('a', load('a'))])).toEqual(['a', 'a'])
    now += 1_000
    expect(await cache.get('a', load('a'))).toBe('a')
    expect(cache.peek('a')).toBe('a')
    expect(loads).toEqual(['a'])
    now += 1
    expect(cache.peek('a')).toBeUndefined()
    await cache.get('a', load('a', 'later'))
    expect(loads).toEqual(['a', 'later'])
  })

  test('stays without a time to live', async () => {
    cache = ttlCache({ maxEntries: 10, now: () => now })
    await cache.get('a', load('a'))
    now += minutes(1_000_000)
    expect(cache.peek('a')).toBe('a')
  })

  test('lives from the end of its load on', async () => {
    const { held, begin } = heldLoads()
    const loading = cache.get('a', begin)
    now += 5_000
    held[0]?.resolve('a')
    await loading
    now += 999
    expect(cache.peek('a')).toBe('a')
  })

  test('is not stored when its load fails, which rejects all waiting callers', async () => {
    const failing = () => Promise.reject(new Error('away'))
    const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cache.get('a', load('a'))).toBe('a')
  })

  test('is not stored when it is undefined', async () => {
    const maybe = ttlCache<string, string | undefined>({ maxEntries: 10 })
    expect(await maybe.get('a', async () => undefined)).toBeUndefined()
    expect(await maybe.get('a', load('a'))).toBe('a')
  })

  test.each([['a'], [undefined]])(
    'dropped while it is loaded is returned and not kept (drop of %s)',
    async (dropped) => {
      const { held, begin } = heldLoads()
      const early = [cache.get('a', begin), cache.get('a', begin)]
      cache.invalidate(dropped)
      expect(await cache.get('a', load('a', 'late'))).toBe('late')
      held[0]?.resolve('early')
      expect(await Promise.all(early)).toEqual(['early', 'early'])
      expect(cache.peek('a')).toBe('late')
      cache.invalidate(dropped)
      expect(cache.peek('a')).toBeUndefined()
    },
  )
})

describe('a rejected value', () => {
  const accepts = (value: string): boolean => value === 'new'

  test('is loaded once more for all callers that reject it, and replaced', async () => {
    await cache.get('a', load('a', 'old'))
    const { held, begin } = heldLoads()
    const requested = [cache.get('a', begin, accepts), cache.get('a', begin, accepts)]
    expect(held).toHaveLength(1)
    held[0]?.resolve('new')
    expect(await Promise.all(requested)).toEqual(['new', 'new'])
    expect(cache.peek('a')).toBe('new')
  })

  test('is loaded once more during a load, and other callers get the first', async () => {
    const { held, begin } = heldLoads()
    const first = cache.get('a', begin)
    const requested = [cache.get('a', begin, accepts), cache.get('a', begin, accepts)]
    held[0]?.resolve('old')
    expect(await first).toBe('old')
    await expect.poll(() => held.length).toBe(2)
    held[1]?.resolve('new')
    expect(await Promise.all(requested)).toEqual(['new', 'new'])
    expect(held).toHaveLength(2)
  })

  test('is returned when the load started after the call returns it again', async () => {
    expect(await cache.get('a', load('a', 'old'), accepts)).toBe('old')
    expect(loads).toEqual(['old', 'old'])
  })
})

describe('storesOnSecondRequest', () => {
  beforeEach(() => {
    cache = cacheOf({ storesOnSecondRequest: true })
  })

  test('stores a value that is requested again within a minute', async () => {
    await cache.get('a', load('a'))
    expect(cache.peek('a')).toBeUndefined()
    now += 59_000
    await cache.get('a', load('a'))
    expect(cache.peek('a')).toBe('a')
    await cache.get('b', load('b'))
    now += 61_000
    await cache.get('b', load('b'))
    expect(cache.peek('b')).toBeUndefined()
  })

  test('stores a value at once for two concurrent requests, or after it expired', async () => {
    await Promise.all([cache.get('a', load('a')), cache.get('a', load('a'))])
    expect(cache.peek('a')).toBe('a')
    now += 1_001
    await cache.get('a', load('a'))
    expect(cache.peek('a')).toBe('a')
    expect(loads).toEqual(['a', 'a'])
  })
})

describe('cache limits', () => {
  test('evict the least recently used value above the number of entries', async () => {
    cache = cacheOf({ maxEntries: 2 })
    for (const key of ['a', 'b']) await cache.get(key, load(key))
    expect(cache.peek('a')).toBe('a')
    await cache.get('c', load('c'))
    expect(['a', 'b', 'c'].filter((key) => cache.peek(key))).toEqual(['a', 'c'])
  })

  describe('limited by their bytes', () => {
    const long = 'long/'.repeat(2_000)
    beforeEach(() => {
      cache = ttlCache({ maxBytes: 10_000, bytesOf: ({ length }) => length })
    })

    test('evict the least recently used value', async () => {
      const value = 'x'.repeat(4_000)
      for (const key of ['a', 'b']) await cache.get(key, load(key, value))
      expect(cache.peek('a')).toBeDefined()
      await cache.get('c', load('c', value))
      expect(['a', 'b', 'c'].filter((key) => cache.peek(key))).toEqual(['a', 'c'])
    })

    test('count keys, and store no value above the total limit', async () => {
      await cache.get('a', load('a', 'x'))
      await cache.get(long, load('x'))
      await cache.get('b', load('b', 'x'.repeat(10_000)))
      expect([long, 'b', 'a'].filter((key) => cache.peek(key))).toEqual(['a'])
    })
  })
})
