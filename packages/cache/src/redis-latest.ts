import type { Redis } from 'ioredis'
import { isNewer, type Latest, type Numbered } from './cache.ts'
import { TIME } from './redis-time.ts'

declare module 'ioredis' {
  interface RedisCommander {
    offerNewest(
      key: string,
      field: string,
      generation: number,
      sequence: number,
      json: string,
      ttlMs: number,
    ): Promise<number>
    findNewest(key: string, field: string): Promise<string | null>
    findAllNewest(key: string): Promise<string[]>
    removeNewest(key: string, field: string): Promise<number>
  }
}

const READ = `local function parts(text) return string.match(text, '^(%S+) (%S+) (%S+) (.*)$') end`

/** A value lies in its name's hash as `generation sequence endsAt json`, and is published as `field generation sequence json`. */
export const LATEST_SCRIPTS = {
  offerNewest: {
    numberOfKeys: 1,
    lua: `${TIME} ${READ}
      local known = redis.call('HGET', KEYS[1], ARGV[1])
      if known then
        local generation, sequence, endsAt = parts(known)
        generation = tonumber(generation) sequence = tonumber(sequence)
        local isNewer = tonumber(ARGV[2]) > generation
          or (tonumber(ARGV[2]) == generation and tonumber(ARGV[3]) > sequence)
        if tonumber(endsAt) > now and not isNewer then return 0 end
      end
      local endsAt = string.format('%d', now + tonumber(ARGV[5]))
      redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. endsAt .. ' ' .. ARGV[4])
      if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[5]) then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
      redis.call('PUBLISH', KEYS[1], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
      return 1`,
  },
  findNewest: {
    numberOfKeys: 1,
    lua: `${TIME} ${READ}
      local known = redis.call('HGET', KEYS[1], ARGV[1])
      if not known then return false end
      local generation, sequence, endsAt, json = parts(known)
      if tonumber(endsAt) <= now then return false end
      return ARGV[1] .. ' ' .. generation .. ' ' .. sequence .. ' ' .. json`,
  },
  findAllNewest: {
    numberOfKeys: 1,
    lua: `${TIME} ${READ}
      local all = redis.call('HGETALL', KEYS[1])
      local found = {}
      for index = 1, #all, 2 do
        local generation, sequence, endsAt, json = parts(all[index + 1])
        if tonumber(endsAt) > now then
          found[#found + 1] = all[index] .. ' ' .. generation .. ' ' .. sequence .. ' ' .. json
        end
      end
      return found`,
  },
  removeNewest: {
    numberOfKeys: 1,
    lua: `
      local removed = redis.call('HDEL', KEYS[1], ARGV[1])
      if removed == 1 then redis.call('PUBLISH', KEYS[1], ARGV[1]) end
      return removed`,
  },
}

const CATCH_UP_AGAIN_MS = 500

type Told = { key: string; newest: Numbered | undefined }

/** `field generation sequence json`, or the field alone where it was removed. */
const toldOf = (text: string): Told => {
  const [key = '', generation, sequence] = text.split(' ', 3)
  if (generation === undefined || sequence === undefined) return { key, newest: undefined }
  const json = text.slice(key.length + generation.length + sequence.length + 3)
  return { key, newest: { generation: Number(generation), sequence: Number(sequence), value: JSON.parse(json) } }
}

type Seams = {
  redis: Redis
  /** In Redis, before the name. */
  prefix: string
  attempt<Result>(work: () => Promise<Result>, otherwise: () => Result): Promise<Result>
  complain(error: unknown): void
}

/** Newest values on Redis; followers have a connection of their own, as Redis wants it. Keys have no spaces. */
export const redisLatest = ({ redis, prefix, attempt, complain }: Seams) => {
  const followers = new Set<Redis>()

  const latest = (name: string): Latest => {
    const hash = `${prefix}latest:${name}`
    return {
      putIfNewer: (key, { generation, sequence, value }, ttlMs) =>
        attempt<'newest' | 'older' | 'away'>(
          async () => {
            const json = JSON.stringify(value)
            const taken = await redis.offerNewest(hash, key, generation, sequence, json, Math.floor(ttlMs))
            return taken === 1 ? 'newest' : 'older'
          },
          () => 'away',
        ),
      read: (key) =>
        attempt<Numbered | undefined>(
          async () => {
            const text = await redis.findNewest(hash, key)
            return text === null ? undefined : toldOf(text).newest
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
      follow(heard) {
        /** Without the values: the time of a key is over without a word to who follows, and its number stays here. */
        const told = new Map<string, Omit<Numbered, 'value'>>()
        const tell = ({ key, newest }: Told): void => {
          const known = told.get(key)
          if (newest && known && !isNewer(newest, known)) return
          if (newest) told.set(key, { generation: newest.generation, sequence: newest.sequence })
          else told.delete(key)
          heard(key, newest)
        }
        const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
        followers.add(subscriber)
        subscriber.on('error', complain)
        subscriber.on('message', (_channel, text: string) => tell(toldOf(text)))
        // What was published while it was not connected is among what there is now; asked once it hears what comes.
        const catchUp = async (): Promise<void> => {
          const before = [...told.keys()]
          const found = (await redis.findAllNewest(hash)).map(toldOf)
          const present = new Set(found.map(({ key }) => key))
          for (const key of before) if (!present.has(key)) tell({ key, newest: undefined })
          for (const one of found) tell(one)
        }
        /** The connection that is asked may be back later than the one that listens. */
        const catchUpUntilDone = (): void => {
          catchUp().catch((error: unknown) => {
            complain(error)
            if (followers.has(subscriber)) setTimeout(catchUpUntilDone, CATCH_UP_AGAIN_MS).unref()
          })
        }
        subscriber.on('ready', () => {
          subscriber.subscribe(hash).then(catchUpUntilDone, complain)
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
