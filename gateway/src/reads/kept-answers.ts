import { LRUCache } from 'lru-cache'
import { expiring } from '../lru-settings.ts'

export type KeptAnswers<T> = {
  /** The answer, if it is here and fresh. */
  peek(key: string): T | undefined
  /** The answer; `load` is asked once however many wait. A failure is kept for nobody. */
  get(key: string, load: () => Promise<T>): Promise<T>
  /** Forgets one, or all: an answer asked for before is given to those who wait for it and not kept. */
  drop(key?: string): void
}

export type Keeping<T> = {
  ttlMs: number
  /** All answers together, with their keys. */
  maxBytes: number
  /** What an answer holds, at least. */
  bytesOf(answer: T): number
  now?: () => number
}

/** Who asks for what nobody else asks for gets it, and fills no memory with it. */
const ASKED_AGAIN_MS = 60_000
const ASKED_BYTES = 1_000_000
/** Of an entry in a cache besides its key and its value: places in lists, and a timer. */
const ENTRY_BYTES = 400

type Loading<T> = { answer: Promise<T>; isKept: boolean }

/**
 * Answers kept for a short time: those that are asked for a second time within a minute, up to so many bytes, and gone
 * when their time is over.
 */
export const keptAnswers = <T extends object>({
  ttlMs,
  maxBytes,
  bytesOf,
  now = () => performance.now(),
}: Keeping<T>): KeptAnswers<T> => {
  const sizeOfKey = (key: string): number => ENTRY_BYTES + 2 * key.length
  const kept = new LRUCache<string, T>({
    ...expiring(ttlMs, now),
    maxSize: maxBytes,
    sizeCalculation: (answer, key) => sizeOfKey(key) + bytesOf(answer),
  })
  const asked = new LRUCache<string, true>({
    ...expiring(ASKED_AGAIN_MS, now),
    maxSize: ASKED_BYTES,
    sizeCalculation: (_, key) => sizeOfKey(key),
  })
  const underWay = new Map<string, Loading<T>>()

  const isAskedAgain = (key: string): boolean => {
    const isAgain = asked.has(key)
    asked.set(key, true)
    return isAgain
  }

  const start = (key: string, load: () => Promise<T>): Loading<T> => {
    const started: Loading<T> = { answer: load(), isKept: false }
    underWay.set(key, started)
    const isForgotten = (): boolean => underWay.get(key) !== started
    started.answer.then(
      (answer) => {
        if (isForgotten()) return
        underWay.delete(key)
        if (started.isKept) kept.set(key, answer)
      },
      () => {
        if (!isForgotten()) underWay.delete(key)
      },
    )
    return started
  }

  return {
    peek: (key) => kept.get(key),
    async get(key, load) {
      const here = kept.get(key)
      if (here) return here
      const loading = underWay.get(key) ?? start(key, load)
      loading.isKept = isAskedAgain(key) || loading.isKept
      return loading.answer
    },
    drop(key) {
      if (key === undefined) {
        kept.clear()
        underWay.clear()
      } else {
        kept.delete(key)
        underWay.delete(key)
      }
    },
  }
}

/** Bytes that hold no others: Node cuts small buffers from slabs of 64 kB, which live as long as any of their slices. */
export const unpooled = (bytes: Buffer | string): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes))
  if (typeof bytes === 'string') own.write(bytes)
  else bytes.copy(own)
  return own
}
