import { LRUCache } from 'lru-cache'
import { atMost, expiring } from './lru-settings.ts'

export type TtlCache<Key, Value> = {
  /** The value, if it is in memory and its time is not over. */
  peek(key: Key): (Value & {}) | undefined
  /**
   * The value from memory, or from `load`, which runs once however many callers wait for it. A failure rejects those who
   * wait and is not kept; `undefined` is not kept either. A value that `accepts` refuses is loaded once more, by one load
   * that began after this call, and that one is returned whatever it is.
   */
  get(key: Key, load: () => Promise<Value>, accepts?: (value: Value) => boolean): Promise<Value>
  /** Removes one value, or all. A load in flight still answers those who wait for it, and nobody else: it is not kept. */
  drop(key?: Key): void
}

type Limit<Value> =
  | { maxEntries: number }
  /** Of all values with their keys; `bytesOf` is what a value holds, at least. */
  | { maxBytes: number; bytesOf(value: Value & {}): number }

export type TtlCacheOptions<Value> = Limit<Value> & {
  /** From the end of its load on; without it a value stays until it is dropped or pushed out. */
  ttlMs?: number
  /** Keeps only what is asked for a second time within a minute: keys that one caller tries out fill no memory. */
  keepsOnSecondAsk?: boolean
  /** The clock in ms, never 0; default the process’s monotonic one. */
  now?: () => number
}

type Load<Value> = { value: Promise<Value>; isKept: boolean }

const RECHECK_INTERVAL_MS = 60_000
const ASKED_BYTES = 1_000_000
/** Of an entry besides its key and its value: places in lists, and a timer. */
const ENTRY_BYTES = 400
const bytesOfKey = (key: string | number): number => ENTRY_BYTES + 2 * String(key).length

const isValue = <Value>(value: Value): value is Value & {} => value !== undefined && value !== null

/** Values in the memory of this process for a short time; those not used for longest are pushed out first. */
export const ttlCache = <Key extends string | number, Value>(options: TtlCacheOptions<Value>): TtlCache<Key, Value> => {
  const { ttlMs, keepsOnSecondAsk = false, now = () => performance.now() } = options
  const limit =
    'maxEntries' in options
      ? atMost(options.maxEntries)
      : {
          maxSize: options.maxBytes,
          sizeCalculation: (value: Value & {}, key: Key) => bytesOfKey(key) + options.bytesOf(value),
        }
  const values = new LRUCache<Key, Value & {}>({ ...limit, ...(ttlMs !== undefined && expiring(ttlMs, now)) })
  const asked = new LRUCache<Key, true>({
    ...expiring(RECHECK_INTERVAL_MS, now),
    maxSize: ASKED_BYTES,
    sizeCalculation: (_, key) => bytesOfKey(key),
  })
  const loads = new Map<Key, Load<Value>>()

  const isAskedAgain = (key: Key): boolean => {
    const isAgain = asked.has(key)
    asked.set(key, true)
    return isAgain
  }

  const start = (key: Key, load: () => Promise<Value>): Load<Value> => {
    const started: Load<Value> = { value: load(), isKept: !keepsOnSecondAsk }
    loads.set(key, started)
    const end = (value?: Value): void => {
      if (loads.get(key) !== started) return
      loads.delete(key)
      if (started.isKept && isValue(value)) values.set(key, value)
    }
    started.value.then(end, () => end())
    return started
  }

  const loaded = (key: Key, load: () => Promise<Value>): Promise<Value> => {
    const loading = loads.get(key) ?? start(key, load)
    if (!loading.isKept) loading.isKept = isAskedAgain(key)
    return loading.value
  }

  return {
    peek: (key) => values.get(key),
    async get(key, load, accepts = () => true) {
      const here = values.get(key)
      if (here !== undefined && accepts(here)) return here
      const value = await loaded(key, load)
      return accepts(value) ? value : loaded(key, load)
    },
    drop(key) {
      if (key === undefined) {
        values.clear()
        loads.clear()
      } else {
        values.delete(key)
        loads.delete(key)
      }
    },
  }
}
