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
  /** Prefix of every key, default `cache:`. */
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

const reconnectDelayMs = (attempt: number): number => Math.min(attempt * 100, 2_000)
const COMMAND_TIMEOUT_MS = 500
/** Maximum number of keys marked as stale while Redis is unreachable; each is a short text. */
const MAX_STALE_KEYS = 100_000
/** Maximum number of keys per kind that this process counts while Redis is unreachable. */
const MAX_LOCAL_KEYS = 50_000
const WARN_INTERVAL_MS = 10_000

// A single script, so that a process that dies between the commands never leaves a window without an expiry.
const countInWindow = {
  numberOfKeys: 1,
  lua: `${TIME}
    local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
    redis.call('HSET', KEYS[1], 'at', now)
    local remaining = redis.call('PTTL', KEYS[1])
    if remaining < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) remaining = tonumber(ARGV[1]) end
    return {count, remaining}`,
}

const readWindow = {
  numberOfKeys: 1,
  lua: `${TIME}
    local count = redis.call('HGET', KEYS[1], 'count')
    if not count then return {} end
    return {tonumber(count), redis.call('PTTL', KEYS[1]), now - redis.call('HGET', KEYS[1], 'at')}`,
}

// Each part stores its own expiry; the whole key expires with the last part.
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
 * Creates a cache shared by all processes on one Redis. While Redis is unreachable reads return undefined, writes are
 * discarded, limits are counted by this process alone, and a call takes at most half a second. The cache reconnects
 * automatically.
 */
export const createRedisCache = ({ url, log, prefix = 'cache:' }: RedisCacheOptions): Cache => {
  const redis = new Redis(url, {
    retryStrategy: reconnectDelayMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    scripts: { countInWindow, readWindow, setPart, sumParts, ...LATEST_SCRIPTS },
  })
  const localCounter = inProcessCounters({ perKind: MAX_LOCAL_KEYS, now: () => performance.now() })
  let warningsMutedUntil = 0

  const warnUnreachable = (err: unknown): void => {
    if (Date.now() < warningsMutedUntil) return
    warningsMutedUntil = Date.now() + WARN_INTERVAL_MS
    log.warn(
      { event: 'cache.unreachable', err },
      'Cache unreachable; reads miss and limits are counted by this process alone',
    )
  }
  redis.on('error', warnUnreachable)

  // Keys that could not be deleted or replaced must not reappear when Redis is reachable again, such as a revoked
  // session.
  const staleKeys = new Set<string>()
  const markStale = (key: string) => (): undefined => {
    if (staleKeys.size < MAX_STALE_KEYS) staleKeys.add(key)
    else log.error({ event: 'cache.stale_value', key }, 'Cache key could not be invalidated; stale until it expires')
  }
  redis.on('ready', () => {
    const keys = [...staleKeys]
    if (keys.length === 0) return
    redis.del(keys.map((key) => prefix + key)).then(() => {
      for (const key of keys) staleKeys.delete(key)
    }, warnUnreachable)
  })

  const attempt = async <Result>(
    work: () => Promise<Result>,
    otherwise: () => Result | Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      warnUnreachable(error)
      return otherwise()
    }
  }
  const returnUndefined = (): undefined => undefined

  const counter = (kind: CounterKind): Counter => {
    const local = localCounter(kind)
    const windowMs = Math.max(1, Math.floor(kind.windowMs))
    const windowOf = (key: string) => `${prefix}counter:${kind.name}:${key}`
    return {
      increment: (key) =>
        attempt(
          async (): Promise<Count> => {
            const [count, resetsInMs] = await redis.countInWindow(windowOf(key), windowMs)
            return { count, resetsInMs, lastMsAgo: 0 }
          },
          () => local.increment(key),
        ),
      read: async (key) => {
        const localCount = await local.read(key)
        const sharedCount = await attempt(
          async (): Promise<Count> => {
            const [count = 0, resetsInMs = 0, lastMsAgo = Number.POSITIVE_INFINITY] = await redis.readWindow(
              windowOf(key),
            )
            return { count, resetsInMs, lastMsAgo }
          },
          () => localCount,
        )
        // The local count is higher if Redis was unreachable or too full to store it.
        return localCount.count > sharedCount.count ? localCount : sharedCount
      },
    }
  }

  const gauge = (name: string): DistributedGauge => {
    const key = `${prefix}gauge:${name}`
    return {
      set: (part, amount, ttlMs) =>
        attempt<void>(async () => {
          await redis.setPart(key, part, amount, ttlMs)
        }, returnUndefined),
      sum: () => attempt<number | undefined>(() => redis.sumParts(key), returnUndefined),
    }
  }

  const latestValues = redisLatest({ redis, prefix, attempt, warnUnreachable })

  return {
    get: (key) =>
      attempt<unknown>(async () => {
        if (staleKeys.has(key)) return undefined
        const text = await redis.get(prefix + key)
        return text === null ? undefined : JSON.parse(text)
      }, returnUndefined),
    set: (key, value, ttlMs) =>
      attempt(async () => {
        const text = JSON.stringify(value)
        if (text !== undefined && ttlMs >= 1) await redis.set(prefix + key, text, 'PX', Math.floor(ttlMs))
        staleKeys.delete(key)
      }, markStale(key)),
    delete: (key) =>
      attempt(async () => {
        await redis.del(prefix + key)
        staleKeys.delete(key)
      }, markStale(key)),
    counter,
    gauge,
    latest: latestValues.latest,
    close: async () => {
      latestValues.close()
      redis.disconnect()
    },
  }
}
