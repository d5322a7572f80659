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
const createPendingLoads = () => {
  const pendingLoads: PromiseWithResolvers<string>[] = []
  const startLoad = (): Promise<string> => {
    const pendingLoad = Promise.withResolvers<string>()
    pendingLoads.push(pendingLoad)
    return pendingLoad.promise
  }
  return { pendingLoads, startLoad }
}

let cache = cacheOf()
beforeEach(() => {
  now = 1_000_000
  loads = []
  cache = cacheOf()
})

describe('ttlCache', () => {
  test('loads a value once for concurrent callers and until it expires', async () => {
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

  test('keeps a value that has no time to live', async () => {
    cache = ttlCache({ maxEntries: 10, now: () => now })
    await cache.get('a', load('a'))
    now += minutes(1_000_000)
    expect(cache.peek('a')).toBe('a')
  })

  test('counts the time to live from the end of the load', async () => {
    const { pendingLoads, startLoad } = createPendingLoads()
    const loading = cache.get('a', startLoad)
    now += 5_000
    pendingLoads[0]?.resolve('a')
    await loading
    now += 999
    expect(cache.peek('a')).toBe('a')
  })

  test('stores nothing when a load fails, and rejects all waiting callers', async () => {
    const failing = () => Promise.reject(new Error('away'))
    const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await cache.get('a', load('a'))).toBe('a')
  })

  test('does not store undefined', async () => {
    const optionalValues = ttlCache<string, string | undefined>({ maxEntries: 10 })
    expect(await optionalValues.get('a', async () => undefined)).toBeUndefined()
    expect(await optionalValues.get('a', load('a'))).toBe('a')
  })

  test.each([['a'], [undefined]])(
    'returns a value that is invalidated during its load, but does not store it (key %s)',
    async (invalidatedKey) => {
      const { pendingLoads, startLoad } = createPendingLoads()
      const early = [cache.get('a', startLoad), cache.get('a', startLoad)]
      cache.invalidate(invalidatedKey)
      expect(await cache.get('a', load('a', 'late'))).toBe('late')
      pendingLoads[0]?.resolve('early')
      expect(await Promise.all(early)).toEqual(['early', 'early'])
      expect(cache.peek('a')).toBe('late')
      cache.invalidate(invalidatedKey)
      expect(cache.peek('a')).toBeUndefined()
    },
  )
})

describe('ttlCache with accepts', () => {
  const accepts = (value: string): boolean => value === 'new'

  test('loads a rejected value once more for all callers that reject it, and replaces it', async () => {
    await cache.get('a', load('a', 'old'))
    const { pendingLoads, startLoad } = createPendingLoads()
    const requested = [cache.get('a', startLoad, accepts), cache.get('a', startLoad, accepts)]
    expect(pendingLoads).toHaveLength(1)
    pendingLoads[0]?.resolve('new')
    expect(await Promise.all(requested)).toEqual(['new', 'new'])
    expect(cache.peek('a')).toBe('new')
  })

  test('loads a value again that is rejected after a shared load, and other callers get the first', async () => {
    const { pendingLoads, startLoad } = createPendingLoads()
    const first = cache.get('a', startLoad)
    const requested = [cache.get('a', startLoad, accepts), cache.get('a', startLoad, accepts)]
    pendingLoads[0]?.resolve('old')
    expect(await first).toBe('old')
    await expect.poll(() => pendingLoads.length).toBe(2)
    pendingLoads[1]?.resolve('new')
    expect(await Promise.all(requested)).toEqual(['new', 'new'])
    expect(pendingLoads).toHaveLength(2)
  })

  test('returns a rejected value when the load started after the call returns it again', async () => {
    expect(await cache.get('a', load('a', 'old'), accepts)).toBe('old')
    expect(loads).toEqual(['old', 'old'])
  })
})

describe('ttlCache with storesOnSecondRequest', () => {
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

describe('ttlCache limits', () => {
  test('evicts the least recently used value above the number of entries', async () => {
    cache = cacheOf({ maxEntries: 2 })
    for (const key of ['a', 'b']) await cache.get(key, load(key))
    expect(cache.peek('a')).toBe('a')
    await cache.get('c', load('c'))
    expect(['a', 'b', 'c'].filter((key) => cache.peek(key))).toEqual(['a', 'c'])
  })

  describe('in bytes', () => {
    const long = 'long/'.repeat(2_000)
    beforeEach(() => {
      cache = ttlCache({ maxBytes: 10_000, bytesOf: ({ length }) => length })
    })

    test('evicts the least recently used value above the number of bytes', async () => {
      const value = 'x'.repeat(4_000)
      for (const key of ['a', 'b']) await cache.get(key, load(key, value))
      expect(cache.peek('a')).toBeDefined()
      await cache.get('c', load('c', value))
      expect(['a', 'b', 'c'].filter((key) => cache.peek(key))).toEqual(['a', 'c'])
    })

    test('counts the bytes of keys, and stores no value above the total limit', async () => {
      await cache.get('a', load('a', 'x'))
      await cache.get(long, load('x'))
      await cache.get('b', load('b', 'x'.repeat(10_000)))
      expect([long, 'b', 'a'].filter((key) => cache.peek(key))).toEqual(['a'])
    })
  })
})
