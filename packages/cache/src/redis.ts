import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Cache, Count, Counter, CounterKind, DistributedGauge } from './cache.ts'
import { inProcessCounters } from './in-process-counters.ts'
import { LATEST_SCRIPTS, redisLatest } from './redis-latest.ts'
import { TIME } from './redis-time.ts'

export type RedisCacheOptions = {
  /** `redis://host:port/database` */
  url: string
  log: Logger
  /** Set before every key, default `cache:`. */
  prefix?: string
}

declare module 'ioredis' {
  interface RedisCommander {
    countInWindow(key: string, windowMs: number): Promise<[count: number, resetsInMs: number]>
    readWindow(key: string): Promise<[count: number, resetsInMs: number, lastMsAgo: number] | []>
    setPart(key: string, part: string, amount: number, ttlMs: number): Promise<null>
    sumParts(key: string): Promise<number>
  }
}

const reconnectMs = (attempt: number): number => Math.min(attempt * 100, 2_000)
const commandTimeoutMs = 500
/** Keys remembered while Redis is away; each is a short text. */
const maxStale = 100_000
/** Keys of a kind that this process counts while Redis is away. */
const COUNTED_ALONE = 50_000
const unchangedForMs = 10_000

// One script, so that a window never lives on without an end: a process that dies between the two would leave one.
const countInWindow = {
  numberOfKeys: 1,
  lua: `${TIME}
    local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
    redis.call('HSET', KEYS[1], 'at', now)
    local left = redis.call('PTTL', KEYS[1])
    if left < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) left = tonumber(ARGV[1]) end
    return {count, left}`,
}

const readWindow = {
  numberOfKeys: 1,
  lua: `${TIME}
    local count = redis.call('HGET', KEYS[1], 'count')
    if not count then return {} end
    return {tonumber(count), redis.call('PTTL', KEYS[1]), now - redis.call('HGET', KEYS[1], 'at')}`,
}

// A part says itself until when it counts; the whole goes with the last of them.
const setPart = {
  numberOfKeys: 1,
  lua: `${TIME}
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. (now + tonumber(ARGV[3])))
    if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
    return false`,
}

const sumParts = {
  numberOfKeys: 1,
  lua: `${TIME}
    local parts = redis.call('HGETALL', KEYS[1])
    local sum = 0
    for index = 1, #parts, 2 do
      local amount, endsAt = string.match(parts[index + 1], '^(%S+) (%S+)$')
      if tonumber(endsAt) > now then sum = sum + tonumber(amount) else redis.call('HDEL', KEYS[1], parts[index]) end
    end
    return sum`,
}

/**
 * A cache shared by all processes on one Redis. While Redis is away nothing is known and nothing is kept, limits are
 * counted by this process alone, and callers wait half a second at most; it heals by itself.
 */
export const createRedisCache = ({ url, log, prefix = 'cache:' }: RedisCacheOptions): Cache => {
  const redis = new Redis(url, {
    retryStrategy: reconnectMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    scripts: { countInWindow, readWindow, setPart, sumParts, ...LATEST_SCRIPTS },
  })
  const ownCounter = inProcessCounters({ perKind: COUNTED_ALONE, now: () => performance.now() })
  let quietUntil = 0

  const complain = (err: unknown): void => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + unchangedForMs
    log.warn({ err }, 'the cache does not answer; limits are counted by this process alone')
  }
  redis.on('error', complain)

  // What could not be deleted or replaced must not come back with Redis: a session that was signed out meanwhile.
  const stale = new Set<string>()
  const forget = (key: string) => (): undefined => {
    if (stale.size < maxStale) stale.add(key)
    else log.error({ key }, 'an old value may stay in the cache until it expires')
  }
  redis.on('ready', () => {
    const keys = [...stale]
    if (keys.length === 0) return
    redis.del(keys.map((key) => prefix + key)).then(() => {
      for (const key of keys) stale.delete(key)
    }, complain)
  })

  const attempt = async <Result>(
    work: () => Promise<Result>,
    otherwise: () => Result | Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      complain(error)
      return otherwise()
    }
  }
  const nothing = (): undefined => undefined

  const counter = (kind: CounterKind): Counter => {
    const own = ownCounter(kind)
    const windowMs = Math.max(1, Math.floor(kind.windowMs))
    const windowOf = (key: string) => `${prefix}counter:${kind.name}:${key}`
    return {
      increment: (key) =>
        attempt(
          async (): Promise<Count> => {
            const [count, resetsInMs] = await redis.countInWindow(windowOf(key), windowMs)
            return { count, resetsInMs, lastMsAgo: 0 }
          },
          () => own.increment(key),
        ),
      read: async (key) => {
        const alone = await own.read(key)
        const shared = await attempt(
          async (): Promise<Count> => {
            const [count = 0, resetsInMs = 0, lastMsAgo = Number.POSITIVE_INFINITY] = await redis.readWindow(
              windowOf(key),
            )
            return { count, resetsInMs, lastMsAgo }
          },
          () => alone,
        )
        // What could not be written there is known here alone: Redis was away, or too full to take it.
        return alone.count > shared.count ? alone : shared
      },
    }
  }

  const gauge = (name: string): DistributedGauge => {
    const key = `${prefix}gauge:${name}`
    return {
      set: (part, amount, ttlMs) =>
        attempt<void>(async () => {
          await redis.setPart(key, part, amount, ttlMs)
        }, nothing),
      sum: () => attempt<number | undefined>(() => redis.sumParts(key), nothing),
    }
  }

  const newest = redisLatest({ redis, prefix, attempt, complain })

  return {
    get: (key) =>
      attempt<unknown>(async () => {
        if (stale.has(key)) return undefined
        const text = await redis.get(prefix + key)
        return text === null ? undefined : JSON.parse(text)
      }, nothing),
    set: (key, value, ttlMs) =>
      attempt(async () => {
        const text = JSON.stringify(value)
        if (text !== undefined && ttlMs >= 1) await redis.set(prefix + key, text, 'PX', Math.floor(ttlMs))
        stale.delete(key)
      }, forget(key)),
    delete: (key) =>
      attempt(async () => {
        await redis.del(prefix + key)
        stale.delete(key)
      }, forget(key)),
    counter,
    gauge,
    latest: newest.latest,
    close: async () => {
      newest.close()
      redis.disconnect()
    },
  }
}
