import type { Redis } from 'ioredis'
import { isNewer, type LatestValues, type VersionedCopy, type VersionedValue } from './cache.ts'
import { TIME } from './redis-time.ts'

declare module 'ioredis' {
  interface RedisCommander {
    putIfNewer(
      key: string,
      field: string,
      generation: number,
      sequence: number,
      ttlMs: number,
      json: string,
    ): Promise<number>
    putBothIfNewer(
      key: string,
      keyOfCopy: string,
      field: string,
      generation: number,
      sequence: number,
      ttlMs: number,
      json: string,
      jsonOfCopy: string,
    ): Promise<number>
    findNewest(key: string, field: string): Promise<string | null>
    findAllNewest(key: string): Promise<string[]>
    removeNewest(key: string, field: string): Promise<number>
  }
}

const PARSE_PARTS = `local function parts(text) return string.match(text, '^(%S+) (%S+) (%S+) (.*)$') end`

/** Stored as `generation sequence endsAt json` in the name's hash, published as `field generation sequence json`. */
const PUT = `local function put(key, json)
  local stored = redis.call('HGET', key, ARGV[1])
  if stored then
    local generation, sequence, endsAt = parts(stored)
    generation = tonumber(generation) sequence = tonumber(sequence)
    local isNewer = tonumber(ARGV[2]) > generation
      or (tonumber(ARGV[2]) == generation and tonumber(ARGV[3]) > sequence)
    if tonumber(endsAt) > now and not isNewer then return 0 end
  end
  local endsAt = string.format('%d', now + tonumber(ARGV[4]))
  redis.call('HSET', key, ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. endsAt .. ' ' .. json)
  if redis.call('PTTL', key) < tonumber(ARGV[4]) then redis.call('PEXPIRE', key, ARGV[4]) end
  redis.call('PUBLISH', key, ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. json)
  return 1
end`

export const LATEST_SCRIPTS = {
  putIfNewer: {
    numberOfKeys: 1,
    lua: `${TIME} ${PARSE_PARTS} ${PUT}
      return put(KEYS[1], ARGV[5])`,
  },
  putBothIfNewer: {
    numberOfKeys: 2,
    lua: `${TIME} ${PARSE_PARTS} ${PUT}
      if put(KEYS[1], ARGV[5]) == 0 then return 0 end
      put(KEYS[2], ARGV[6])
      return 1`,
  },
  findNewest: {
    numberOfKeys: 1,
    lua: `${TIME} ${PARSE_PARTS}
      local stored = redis.call('HGET', KEYS[1], ARGV[1])
      if not stored then return false end
      local generation, sequence, endsAt, json = parts(stored)
      if tonumber(endsAt) <= now then return false end
      return ARGV[1] .. ' ' .. generation .. ' ' .. sequence .. ' ' .. json`,
  },
  findAllNewest: {
    numberOfKeys: 1,
    lua: `${TIME} ${PARSE_PARTS}
      local all = redis.call('HGETALL', KEYS[1])
      local unexpired = {}
      for index = 1, #all, 2 do
        local generation, sequence, endsAt, json = parts(all[index + 1])
        if tonumber(endsAt) > now then
          unexpired[#unexpired + 1] = all[index] .. ' ' .. generation .. ' ' .. sequence .. ' ' .. json
        end
      end
      return unexpired`,
  },
  removeNewest: {
    numberOfKeys: 1,
    lua: `
      local removed = redis.call('HDEL', KEYS[1], ARGV[1])
      if removed == 1 then redis.call('PUBLISH', KEYS[1], ARGV[1]) end
      return removed`,
  },
}

const CATCH_UP_BACKOFF_MS = 500

type Change = { key: string; newest: VersionedValue | undefined }

/** Parses `field generation sequence json`; a field without a version means that it was removed. */
const parseChange = (text: string): Change => {
  const [key = '', generation, sequence] = text.split(' ', 3)
  if (generation === undefined || sequence === undefined) return { key, newest: undefined }
  const json = text.slice(key.length + generation.length + sequence.length + 3)
  return { key, newest: { generation: Number(generation), sequence: Number(sequence), value: JSON.parse(json) } }
}

type Dependencies = {
  redis: Redis
  /** Prefix of the name in Redis. */
  prefix: string
  attempt<Result>(work: () => Promise<Result>, otherwise: () => Result): Promise<Result>
  warnUnreachable(error: unknown): void
}

/** Newest values on Redis. Each follower has its own connection, as Redis requires. Keys contain no spaces. */
export const redisLatest = ({ redis, prefix, attempt, warnUnreachable }: Dependencies) => {
  const followers = new Set<Redis>()
  const hashOf = (name: string): string => `${prefix}latest:${name}`

  const latest = (name: string): LatestValues => {
    const hash = hashOf(name)
    const put = (key: string, { generation, sequence, value }: VersionedValue, ttlMs: number, copy?: VersionedCopy) => {
      const version = [key, generation, sequence, Math.floor(ttlMs)] as const
      const json = JSON.stringify(value)
      return copy
        ? redis.putBothIfNewer(hash, hashOf(copy.name), ...version, json, JSON.stringify(copy.value))
        : redis.putIfNewer(hash, ...version, json)
    }
    return {
      putIfNewer: (key, numbered, ttlMs, copy) =>
        attempt<'newest' | 'older' | 'away'>(
          async () => ((await put(key, numbered, ttlMs, copy)) === 1 ? 'newest' : 'older'),
          () => 'away',
        ),
      read: (key) =>
        attempt<VersionedValue | undefined>(
          async () => {
            const text = await redis.findNewest(hash, key)
            return text === null ? undefined : parseChange(text).newest
          },
          () => undefined,
        ),
      remove: (key) =>
        attempt<void>(
          async () => {
            await redis.removeNewest(hash, key)
          },
          () => undefined,
        ),
      follow(onChange) {
        /** Versions only: followers are not notified when a key expires, so its version remains in this map. */
        const versions = new Map<string, Omit<VersionedValue, 'value'>>()
        const applyChange = ({ key, newest }: Change): void => {
          const version = versions.get(key)
          if (newest && version && !isNewer(newest, version)) return
          if (newest) versions.set(key, { generation: newest.generation, sequence: newest.sequence })
          else versions.delete(key)
          onChange(key, newest)
        }
        const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
        followers.add(subscriber)
        subscriber.on('error', warnUnreachable)
        subscriber.on('message', (_channel, text: string) => applyChange(parseChange(text)))
        // The stored values include those published during a disconnection; read them once the subscription is active.
        const catchUp = async (): Promise<void> => {
          const previousKeys = [...versions.keys()]
          const changes = (await redis.findAllNewest(hash)).map(parseChange)
          const storedKeys = new Set(changes.map(({ key }) => key))
          for (const key of previousKeys) if (!storedKeys.has(key)) applyChange({ key, newest: undefined })
          for (const change of changes) applyChange(change)
        }
        /** The connection for commands may recover later than the subscriber's. */
        const retryCatchUp = (): void => {
          catchUp().catch((error: unknown) => {
            warnUnreachable(error)
            if (followers.has(subscriber)) setTimeout(retryCatchUp, CATCH_UP_BACKOFF_MS).unref()
          })
        }
        subscriber.on('ready', () => {
          subscriber.subscribe(hash).then(retryCatchUp, warnUnreachable)
        })
        return {
          stop() {
            followers.delete(subscriber)
            subscriber.disconnect()
          },
        }
      },
    }
  }
  return {
    latest,
    close() {
      for (const subscriber of followers) subscriber.disconnect()
      followers.clear()
    },
  }
}
