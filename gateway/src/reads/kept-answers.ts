import { BoundedMap } from '../bounded-map.ts'

type Kept<T> = { answer: T | undefined; pending: Promise<T> | undefined; until: number }

export type KeptAnswers<T> = {
  /** The answer, if it is here and fresh. */
  peek(key: string): T | undefined
  /** The answer; `load` is asked once however many wait. A failure is kept for nobody. */
  get(key: string, load: () => Promise<T>): Promise<T>
  /** Forgets one, or all: an answer asked for before is given to those who wait for it and not kept. */
  drop(key?: string): void
}

/** Answers kept for a short time. */
export const keptAnswers = <T>(options: { ttlMs: number; limit: number; now?: () => number }): KeptAnswers<T> => {
  const { ttlMs, limit, now = Date.now } = options
  let kept = new BoundedMap<string, Kept<T>>(limit)

  const load = async (entry: Kept<T>, key: string, ask: () => Promise<T>): Promise<T> => {
    try {
      entry.answer = await ask()
      entry.until = now() + ttlMs
      return entry.answer
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key)
      throw error
    } finally {
      entry.pending = undefined
    }
  }

  const peek = (key: string): T | undefined => {
    const entry = kept.get(key)
    return entry && entry.until > now() ? entry.answer : undefined
  }

  return {
    peek,
    async get(key, ask) {
      const entry = kept.get(key)
      if (entry?.pending) return entry.pending
      const answer = peek(key)
      if (answer !== undefined) return answer
      const fresh: Kept<T> = { answer: undefined, pending: undefined, until: 0 }
      kept.set(key, fresh)
      fresh.pending = load(fresh, key, ask)
      return fresh.pending
    },
    drop(key) {
      if (key === undefined) kept = new BoundedMap(limit)
      else kept.delete(key)
    },
  }
}
